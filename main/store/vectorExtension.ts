/** Hand this to `openDatabase` as `prepare` for every connection to `memory.db` that touches fresh vectors. */
export { loadSqliteVec as enableVectors } from '../../native/sqliteVec.ts';
