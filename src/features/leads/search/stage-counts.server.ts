import type { Database } from '../../../db/database.server';
import { SECOND } from '../../../lib/time';
import { countStages } from './search.server';

type GroupedCounts = Awaited<ReturnType<typeof countStages>>;

/** How old counts may be: as old as the list, which the admin area fetches every 10 seconds. */
const maxAgeMs = 5 * SECOND;

/**
 * Caches the counts of all leads for the board, because counting reads an entry of an index for each
 * lead. A change by the admin through this process clears them; others show after five seconds.
 */
export function createStageCounts(db: Database) {
  let cached: { counts: Promise<GroupedCounts>; at: number } | undefined;
  return {
    read(): Promise<GroupedCounts> {
      if (cached && Date.now() - cached.at < maxAgeMs) return cached.counts;
      const entry = { counts: countStages(db, {}), at: Date.now() };
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
