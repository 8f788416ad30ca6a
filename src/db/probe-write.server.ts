import type { Database } from './database.server';
import { writeSiteState } from './site-state.server';

/**
 * Writes and commits one row. Nothing less is a reliable test: a full disk, a read-only server and
 * a standby that must confirm each commit all let a write begin, and some let it be rolled back.
 * @throws the database's error when nothing can be written
 */
export const probeWrite = (db: Database): Promise<void> =>
  writeSiteState(db, 'write_probe', new Date().toISOString());
