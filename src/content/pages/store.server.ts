import { isDeepStrictEqual } from 'node:util';
import { bumpContentVersion, lockContentVersion } from '../../db/content-version.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import type { RestoreInput } from '../../foundation/audit/contract';
import { readHistory, requireStoredVersion, writeAudit } from '../../foundation/audit/store.server';
import {
  createNextVersion,
  getSettingsVersion,
  type OwnerSettingRow,
  type RowWithUser,
  selectSettingsWithUser,
  writeSettingRow,
} from '../../foundation/environment/owner-settings.server';
import { AppError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import {
  decodeStoredBlock,
  describePlan,
  encodePlan,
  getPlanName,
  getShownValue,
  noPlan,
  planBlockChange,
  type StoredBlock,
} from './block-plan.server';
import { decodeBlock, getBlockId, getDefaults, getRowName, parseBlock } from './blocks.server';
import { type BlockValue, getSchemas, type PageName } from './contract';
import type { PageForOwner } from './public-contract';

/** The kind of the blocks' entries in the audit log. */
export const pagesAuditSubject = 'pages';

/** The blocks that change, each with the fields that change. Null is the default. */
export type PagePatch = Record<string, BlockValue | null | undefined>;

/** Reads the rows of a page's blocks and of their plans. */
export const selectRows = (db: Database, page: PageName): Promise<RowWithUser[]> =>
  selectSettingsWithUser(db)
    .where('name', 'like', `${getRowName(page, '')}%`)
    .execute();

function toPageForOwner(rows: readonly RowWithUser[], page: PageName): PageForOwner {
  const describe = (block: string) => {
    const row = rows.find(({ name }) => name === getRowName(page, block));
    const stored = decodeStoredBlock(rows, page, block);
    return {
      value: getShownValue(page, block, stored),
      isDefault: stored.value === null,
      updatedAt: row?.updatedAt ?? null,
      by: row?.by ?? null,
      state: 'published' as const,
      publishAt: null,
      unpublishAt: null,
      ...describePlan(stored.plan),
    };
  };
  return {
    version: getSettingsVersion(rows),
    blocks: Object.fromEntries(listKeys(getSchemas(page)).map((block) => [block, describe(block)])),
  };
}

/** Names the block in the messages about its fields. */
function withBlockName<T>(block: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([name, text]) => [`${block}.${name}`, text]);
    throw new AppError(error.code, error.message, { fields: Object.fromEntries(fields) });
  }
}

/** Returns the rows as a patch would leave them, without storing it. @throws AppError invalid */
export function patchRows(
  rows: readonly OwnerSettingRow[],
  page: PageName,
  patch: PagePatch,
): OwnerSettingRow[] {
  const changed = Object.entries(patch).flatMap(([block, fields]) => {
    if (fields === undefined) return [];
    const whole = fields && { ...decodeBlock(rows, page, block), ...fields };
    const value = whole && withBlockName(block, () => parseBlock(page, block, whole));
    const name = getRowName(page, block);
    return [{ name, value: JSON.stringify(value), updatedAt: '', userId: null }];
  });
  return [...rows.filter(({ name }) => !changed.some((row) => row.name === name)), ...changed];
}

/** Maximum number of history entries that are searched for the previous version of a block. */
const maxEntries = 50;

/**
 * Finds the newest valid version in a block's history that differs from the current one.
 * @returns null for the default, undefined if there is nothing
 */
async function findLastShown(
  transaction: DatabaseTransaction,
  page: PageName,
  block: string,
  { value }: StoredBlock,
): Promise<BlockValue | null | undefined> {
  const defaults = getDefaults(page)[block] ?? {};
  const { entries } = await readHistory(transaction, [pagesAuditSubject], getBlockId(page, block), {
    limit: maxEntries,
  });
  for (const { before } of entries) {
    const parsed = getSchemas(page)[block]?.safeParse({ ...defaults, ...before });
    if (!parsed?.success || isDeepStrictEqual(parsed.data, value ?? defaults)) continue;
    return isDeepStrictEqual(parsed.data, defaults) ? null : parsed.data;
  }
  return undefined;
}

interface Change {
  page: PageName;
  /** The rows before the change. */
  rows: readonly RowWithUser[];
  /** The blocks as they are stored from now on. */
  blocks: ReadonlyMap<string, StoredBlock>;
  action: 'changed' | 'restored';
  userId: string | null;
}

/** Writes the blocks that differ, and their history. */
export async function writeBlocks(
  transaction: DatabaseTransaction,
  { page, rows, blocks, action, userId }: Change,
): Promise<void> {
  const updatedAt = createNextVersion(rows);
  const describe = (block: string, stored: StoredBlock) => ({
    ...getShownValue(page, block, stored),
    ...describePlan(stored.plan),
  });
  for (const [block, next] of blocks) {
    const cells = [
      { name: getRowName(page, block), value: JSON.stringify(next.value) },
      { name: getPlanName(page, block), value: encodePlan(next.plan) },
    ].filter(
      ({ name, value }) => value !== (rows.find((row) => row.name === name)?.value ?? 'null'),
    );
    if (cells.length === 0) continue;
    await bumpContentVersion(transaction);
    for (const { name, value } of cells) {
      await writeSettingRow(transaction, { name, value, updatedAt, userId });
    }
    const itemId = getBlockId(page, block);
    const before = describe(block, decodeStoredBlock(rows, page, block));
    const after = describe(block, next);
    await writeAudit(transaction, [
      { subject: pagesAuditSubject, itemId, action, at: updatedAt, userId, before, after },
    ]);
  }
}

/** Returns the blocks as a patch changes them. @throws AppError invalid */
async function planPatch(
  transaction: DatabaseTransaction,
  rows: readonly RowWithUser[],
  page: PageName,
  patch: PagePatch,
): Promise<Map<string, StoredBlock>> {
  const blocks = new Map<string, StoredBlock>();
  for (const [block, fields] of Object.entries(patch)) {
    if (fields === undefined) continue;
    if (fields === null) {
      blocks.set(block, { value: null, plan: noPlan });
      continue;
    }
    const stored = decodeStoredBlock(rows, page, block);
    const lastShown = fields.unpublishAt
      ? await findLastShown(transaction, page, block, stored)
      : undefined;
    const next = withBlockName(block, () =>
      planBlockChange(page, block, stored, fields, lastShown),
    );
    blocks.set(block, next);
  }
  return blocks;
}

/** Reads and changes the blocks of the pages. Each block has its own history. */
export function createPageStore(db: Database) {
  /** Runs a change with the current rows, one after the other. */
  const change = (
    page: PageName,
    apply: (transaction: DatabaseTransaction, rows: readonly RowWithUser[]) => Promise<Change>,
  ): Promise<PageForOwner> =>
    runInTransaction(db, async (transaction) => {
      // First, because its row lock serializes the writers.
      await lockContentVersion(transaction);
      await writeBlocks(transaction, await apply(transaction, await selectRows(transaction, page)));
      return toPageForOwner(await selectRows(transaction, page), page);
    });

  return {
    read: async (page: PageName): Promise<PageForOwner> =>
      toPageForOwner(await selectRows(db, page), page),

    /**
     * Changes only the fields that are sent.
     * @param isExpected whether the change was made from the given version
     * @throws AppError changed, invalid
     */
    update: (
      page: PageName,
      patch: PagePatch,
      userId: string | null,
      isExpected: (version: string) => boolean,
    ) =>
      change(page, async (transaction, rows) => {
        if (!isExpected(getSettingsVersion(rows))) {
          throw new AppError('changed', 'Someone else changed this page in the meantime.');
        }
        const blocks = await planPatch(transaction, rows, page, patch);
        return { page, rows, blocks, action: 'changed', userId };
      }),

    /**
     * Restores a block as it was before or after an entry of its history.
     * @throws AppError not_found; conflict when the version is not valid any more
     */
    restore: (page: PageName, block: string, input: RestoreInput, userId: string | null) =>
      change(page, async (transaction, rows) => {
        const blockId = getBlockId(page, block);
        const version = await requireStoredVersion(transaction, pagesAuditSubject, blockId, input);
        const whole = { ...getDefaults(page)[block], ...version };
        const parsed = getSchemas(page)[block]?.safeParse(whole);
        if (!parsed?.success) {
          throw new AppError('conflict', 'This version no longer meets the rules for its fields.');
        }
        return {
          page,
          rows,
          // A version contains neither pending values nor times.
          blocks: new Map([
            [block, { value: parsed.data, plan: decodeStoredBlock(rows, page, block).plan }],
          ]),
          action: 'restored',
          userId,
        };
      }),
  };
}

export type PageStore = ReturnType<typeof createPageStore>;
