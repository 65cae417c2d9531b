import type { MemoryObject } from '../../contract/memory.ts';

/** The structure level `prose`: text alone, under the same ids, so that extraction must earn every statement. */
export function stripStructure(object: MemoryObject): MemoryObject {
  const {
    fact: _fact,
    edge: _edge,
    cause: _cause,
    episode: _episode,
    entities: _entities,
    supersedes: _supersedes,
    corrects: _corrects,
    retracts: _retracts,
    counterEvidence: _counterEvidence,
    derivedFrom: _derivedFrom,
    ...prose
  } = object;
  return prose;
}
