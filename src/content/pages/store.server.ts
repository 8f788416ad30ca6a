import { isDeepStrictEqual } from 'node:util';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { readHistory, type VersionSelector } from '../../foundation/audit/store.server';
import {
  blockPrefix,
  getSettingsVersion,
  type RowWithUser,
  selectSettingsWithUser,
  writeSettingRow,
} from '../../foundation/environment/owner-settings.server';
import { AppError } from '../../lib/errors';
import {
  type DocumentPatch,
  type DocumentRow,
  DocumentStore,
  type IsExpected,
  type PlanChange,
} from '../kit/documents.server';
import {
  type Block,
  type BlockPlan,
  noPlan,
  planBlockChange,
  planDueBlock,
} from '../kit/plan-publication.server';
import {
  type BlockCells,
  type BlockKey,
  blockKeys,
  decodeBlock,
  encodePlan,
  fitBlock,
  getBlockId,
  getDefaults,
  getPlanName,
  getValueName,
  mapBlocks,
  type PagePatch,
  parseBlock,
  readCells,
  withBlockName,
} from './blocks.server';
import type { BlockValue, PageName } from './contract';
import type { PageForOwner } from './public-contract';

/** The kind of the blocks' entries in the audit log. */
export const pagesAuditSubject = 'pages';

/** A block as it is stored. Its version is that of the page: a change of any of its blocks. */
interface BlockRow extends DocumentRow, BlockCells {
  key: BlockKey;
}

/** Maximum number of history entries that are searched for the previous version of a block. */
const maxEntries = 50;

const selectRows = (db: Database): Promise<RowWithUser[]> =>
  selectSettingsWithUser(db).where('name', 'like', `${blockPrefix}%`).execute();

/** Returns the version of a page; empty if none of its blocks was ever changed. */
const getPageVersion = (rows: readonly RowWithUser[], page: PageName): string =>
  getSettingsVersion(rows.filter(({ name }) => name.startsWith(getValueName({ page, block: '' }))));

const encodeBlock = ({ value, plan }: Block) => ({
  value: JSON.stringify(value),
  plan: encodePlan(plan),
});

/** Returns the fields of a plan that the API and the history contain. */
const describePlan = ({ pending, publishAt, unpublishAt }: BlockPlan) => ({
  ...(publishAt && { publishAt }),
  ...(unpublishAt && { unpublishAt }),
  ...(pending && { pending }),
});

/**
 * The blocks of the pages: documents that always exist, and are stored among the settings. Each
 * block has its own history.
 */
export class PageStore extends DocumentStore<BlockRow, BlockValue | null> {
  constructor(db: Database) {
    super(db, pagesAuditSubject, 'Page');
  }

  /** Reads the blocks of a page for the owner. */
  async read(page: PageName, db: Database = this.db): Promise<PageForOwner> {
    const rows = await selectRows(db);
    const describeBlock = (key: BlockKey) => {
      const row = rows.find(({ name }) => name === getValueName(key));
      const { value, shown, plan } = decodeBlock(key, readCells(rows, key));
      return {
        value: shown,
        isDefault: value === null,
        updatedAt: row?.updatedAt ?? null,
        by: row?.by ?? null,
        ...{ state: 'published' as const, publishAt: null, unpublishAt: null },
        ...describePlan(plan),
      };
    };
    return {
      version: getPageVersion(rows, page),
      blocks: mapBlocks(page, describeBlock),
    };
  }

  /** Changes only the fields that are sent. @throws AppError changed, invalid */
  update(
    page: PageName,
    patch: PagePatch,
    userId: string | null,
    isExpected: IsExpected,
  ): Promise<PageForOwner> {
    return this.write(async (transaction) => {
      // Also without any block in the patch.
      this.requireVersion(getPageVersion(await selectRows(transaction), page), isExpected);
      const patches = Object.entries(patch).flatMap(([block, values]) =>
        values === undefined ? [] : [{ id: getBlockId({ page, block }), values }],
      );
      await this.updateRows(transaction, patches, userId);
      return this.read(page, transaction);
    });
  }

  /**
   * Restores a block as it was before or after an entry of its history.
   * @throws AppError not_found; conflict when the version is not valid any more
   */
  restore(key: BlockKey, version: VersionSelector, userId: string | null): Promise<PageForOwner> {
    const id = getBlockId(key);
    return this.write(async (transaction) => {
      const row = (await this.find(transaction, [id])).get(id);
      if (!row) throw this.createNotFoundError();
      await this.restoreRow(transaction, row, version, userId);
      return this.read(key.page, transaction);
    });
  }

  async findNextDueAt(): Promise<string | null> {
    const times = (await this.#findAll(this.db)).flatMap(({ key, ...cells }) => {
      const { publishAt, unpublishAt } = decodeBlock(key, cells).plan;
      return [publishAt, unpublishAt];
    });
    return times.filter((at) => at !== null).sort()[0] ?? null;
  }

  protected findDue(db: Database): Promise<BlockRow[]> {
    return this.#findAll(db);
  }

  protected async find(db: Database, ids: readonly string[]): Promise<Map<string, BlockRow>> {
    const rows = (await this.#findAll(db)).filter(({ id }) => ids.includes(id));
    return new Map(rows.map((row) => [row.id, row]));
  }

  protected async save(
    transaction: DatabaseTransaction,
    rows: readonly BlockRow[],
    userId: string | null,
  ): Promise<void> {
    const stored = await selectRows(transaction);
    for (const { key, updatedAt, value, plan } of rows) {
      const before = readCells(stored, key);
      const write = (name: string, cell: string) =>
        writeSettingRow(transaction, { name, value: cell, updatedAt, userId });
      if (value !== before.value) await write(getValueName(key), value);
      if (plan !== before.plan) await write(getPlanName(key), plan);
    }
  }

  protected readonly describe = ({ key, ...cells }: BlockRow): BlockValue => {
    const { shown, plan } = decodeBlock(key, cells);
    return { ...shown, ...describePlan(plan) };
  };

  protected async preparePlan(
    transaction: DatabaseTransaction,
    patches: readonly DocumentPatch<BlockValue | null>[],
    rows: ReadonlyMap<string, BlockRow>,
  ): Promise<PlanChange<BlockRow, BlockValue | null>> {
    const lastShown = new Map<string, BlockPlan['previous']>();
    for (const { id, values } of patches) {
      const row = values?.unpublishAt ? rows.get(id) : undefined;
      if (row) lastShown.set(id, await this.#findLastShown(transaction, row));
    }
    return ({ id, key, ...cells }, values) => {
      if (values === null) return encodeBlock({ value: null, plan: noPlan });
      return withBlockName(key, () =>
        encodeBlock(
          planBlockChange(decodeBlock(key, cells), values, {
            parse: (whole) => parseBlock(key, whole),
            lastShown: lastShown.get(id),
          }),
        ),
      );
    };
  }

  protected planDue({ key, ...cells }: BlockRow, now: string) {
    const due = planDueBlock(decodeBlock(key, cells), now);
    return due && encodeBlock(due);
  }

  protected async planRestore(
    _transaction: DatabaseTransaction,
    { key }: BlockRow,
    version: BlockValue,
  ) {
    const value = fitBlock(key, version);
    if (!value) {
      throw new AppError('conflict', 'This version no longer meets the rules for its fields.');
    }
    // A version contains neither pending values nor times, so those stay.
    return { value: JSON.stringify(value) };
  }

  async #findAll(db: Database): Promise<BlockRow[]> {
    const rows = await selectRows(db);
    return blockKeys.map((key) => ({
      ...{ id: getBlockId(key), updatedAt: getPageVersion(rows, key.page), key },
      ...readCells(rows, key),
    }));
  }

  /**
   * Finds the newest valid version in a block's history that differs from the current one.
   * @returns null for the default, undefined if there is nothing
   */
  async #findLastShown(
    transaction: DatabaseTransaction,
    { id, key, ...cells }: BlockRow,
  ): Promise<BlockPlan['previous']> {
    const { shown } = decodeBlock(key, cells);
    const { entries } = await readHistory(transaction, [this.subject], id, { limit: maxEntries });
    for (const { before } of entries) {
      const version = fitBlock(key, before);
      if (!version || isDeepStrictEqual(version, shown)) continue;
      return isDeepStrictEqual(version, getDefaults(key)) ? null : version;
    }
    return undefined;
  }
}
