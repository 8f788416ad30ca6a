import { lockContentVersion } from '../../db/content-version.server';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { listKeys } from '../../lib/list';
import type { Schedule } from '../kit/scheduled-changes.server';
import {
  decodePlan,
  decodeStoredBlock,
  planDueBlock,
  planPattern,
  type StoredBlock,
} from './block-plan.server';
import { getSchemas, pageNames } from './contract';
import { selectRows, writeBlocks } from './store.server';

async function findNextDueAt(db: Database): Promise<string | null> {
  const rows = await db
    .selectFrom('ownerSettings')
    .select('value')
    .where('name', 'like', planPattern)
    .execute();
  const times = rows
    .map(decodePlan)
    .flatMap(({ publishAt, unpublishAt }) => [publishAt, unpublishAt]);
  return times.filter((at) => at !== null).sort()[0] ?? null;
}

function applyDueChanges(db: Database, now: string): Promise<void> {
  return runInTransaction(db, async (transaction) => {
    await lockContentVersion(transaction);
    for (const page of pageNames) {
      const rows = await selectRows(transaction, page);
      const blocks = new Map<string, StoredBlock>();
      for (const block of listKeys(getSchemas(page))) {
        const due = planDueBlock(page, block, decodeStoredBlock(rows, page, block), now);
        if (due) blocks.set(block, due);
      }
      if (blocks.size === 0) continue;
      await writeBlocks(transaction, { page, rows, blocks, action: 'changed', userId: null });
    }
  });
}

/** Returns the schedule of the pages' blocks. */
export const createBlockSchedule = (db: Database): Schedule => ({
  findNextDueAt: () => findNextDueAt(db),
  applyDueChanges: (now) => applyDueChanges(db, now),
});
