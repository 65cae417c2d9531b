import { readdirSync } from 'node:fs';
import { PiperError } from '../base/errors.ts';
import { loadPolicy, type Policy } from '../retrieval/policy.ts';
import { resourcePath } from '../store/resources.ts';

/** The policies that ship with the program. */
export interface ShippedPolicies {
  versions(): readonly string[];
  /** Throws PiperError `invalid-params` for a version that does not ship. */
  of(version: string): Policy;
}

/** Reads them when the first is wanted. */
export function shippedPolicies(): ShippedPolicies {
  let read: ReadonlyMap<string, Policy> | null = null;
  const policies = () => {
    read ??= readAll();
    return read;
  };
  return {
    versions: () => [...policies().keys()],
    of(version) {
      const policy = policies().get(version);
      if (policy !== undefined) return policy;
      const remedy = `Name one that ships with the program: ${[...policies().keys()].join(', ')}.`;
      throw new PiperError('invalid-params', 'There is no policy of that version.', remedy);
    },
  };
}

function readAll(): ReadonlyMap<string, Policy> {
  const folder = resourcePath('router');
  const files = readdirSync(folder).filter((name) => /^policy-.+\.json$/.test(name));
  const policies = files.sort().map((name) => loadPolicy(resourcePath('router', name)));
  return new Map(policies.map((policy) => [policy.version, policy]));
}
