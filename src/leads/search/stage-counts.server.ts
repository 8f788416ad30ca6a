import type { Database } from '../../db/database.server';
import { SECOND } from '../../lib/time';
import { countStages, type StageCount } from './search.server';

interface CachedCounts {
  all: StageCount[];
  /** Those of suspected spam, which `all` contains. */
  spam: StageCount[];
}

/** How old counts may be: as old as the list, which the admin area fetches every 10 seconds. */
const maxAgeMs = 5 * SECOND;

/**
 * Caches the counts of all leads for the board, because counting reads an entry of an index for each
 * lead. A change by the admin through this process clears them; others show after five seconds.
 */
export function createStageCounts(db: Database) {
  let cached: { counts: Promise<CachedCounts>; at: number } | undefined;
  async function countAll(): Promise<CachedCounts> {
    const [all, spam] = await Promise.all([
      countStages(db, {}),
      // From an index of the spam. The condition that a lead is none would read all leads.
      countStages(db, { spam: 'true' }),
    ]);
    return { all, spam };
  }
  return {
    read(): Promise<CachedCounts> {
      if (cached && Date.now() - cached.at < maxAgeMs) return cached.counts;
      const entry = { counts: countAll(), at: Date.now() };
      cached = entry;
      // Failures are not cached.
      entry.counts.catch(() => {
        if (cached === entry) cached = undefined;
      });
      return entry.counts;
    },
    clear(): void {
      cached = undefined;
    },
  };
}
