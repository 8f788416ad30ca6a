import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { readHistory } from '../../foundation/audit/store.server';
import {
  getSettingsVersion,
  type RowWithUser,
} from '../../foundation/environment/owner-settings.server';
import { AppError } from '../../lib/errors';
import type { DocumentPatch, IsExpected, PlanChange } from '../kit/documents.server';
import {
  type BlockPlan,
  noPlan,
  planBlockChange,
  planDueBlock,
  type ShownBlock,
} from '../kit/plan-publication.server';
import { listCells, type SingletonRow, SingletonStore } from '../kit/singletons.server';
import {
  type BlockKey,
  decodeBlock,
  encodeBlock,
  fitBlock,
  getBlockId,
  getDefaults,
  getPagePrefix,
  getValueName,
  listBlocks,
  mapBlocks,
  type PagePatch,
  parseBlock,
  withBlockName,
} from './blocks.server';
import type { BlockValue, PageName } from './contract';
import type { PageForOwner } from './public-contract';

/** Maximum number of history entries that are searched for the previous version of a block. */
const maxEntries = 50;

/** Returns the fields of a plan that the API and the history contain. */
const describePlan = ({ pending, publishAt, unpublishAt }: BlockPlan) => ({
  ...(publishAt && { publishAt }),
  ...(unpublishAt && { unpublishAt }),
  ...(pending && { pending }),
});

/** The blocks of a page, which are one document each. */
export class PageStore extends SingletonStore<BlockValue | null, PageForOwner> {
  constructor(
    db: Database,
    private readonly page: PageName,
  ) {
    const blank = { value: null, plan: noPlan };
    super(db, {
      subject: 'pages',
      label: 'Page',
      documents: new Map(listBlocks(page).map((key) => [getBlockId(key), encodeBlock(key, blank)])),
      hasRow: (name) => name.startsWith(getPagePrefix(page)),
    });
  }

  /** Changes only the fields that are sent. @throws AppError changed, invalid */
  update(patch: PagePatch, request: FastifyRequest, isExpected: IsExpected): Promise<PageForOwner> {
    const patches = Object.entries(patch).flatMap(([block, values]) =>
      values === undefined ? [] : [{ id: getBlockId({ page: this.page, block }), values }],
    );
    return this.change(request, isExpected, (transaction) =>
      this.updateRows(transaction, patches, request.userId),
    );
  }

  override async findNextDueAt(): Promise<string | null> {
    const times = (await this.findAll(this.db)).flatMap((row) => {
      const { publishAt, unpublishAt } = this.#decode(row).plan;
      return [publishAt, unpublishAt];
    });
    return times.filter((at) => at !== null).sort()[0] ?? null;
  }

  protected describeAll(rows: readonly RowWithUser[]): PageForOwner {
    const describeBlock = (key: BlockKey) => {
      const row = rows.find(({ name }) => name === getValueName(key));
      const { value, shown, plan } = decodeBlock(key, rows);
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
      version: getSettingsVersion(rows),
      blocks: mapBlocks(this.page, describeBlock),
    };
  }

  protected readonly describe = (row: SingletonRow): BlockValue => {
    const { shown, plan } = this.#decode(row);
    return { ...shown, ...describePlan(plan) };
  };

  protected async preparePlan(
    transaction: DatabaseTransaction,
    patches: readonly DocumentPatch<BlockValue | null>[],
    rows: ReadonlyMap<string, SingletonRow>,
  ): Promise<PlanChange<SingletonRow, BlockValue | null>> {
    const lastShown = new Map<string, BlockPlan['previous']>();
    for (const { id, values } of patches) {
      const row = values?.unpublishAt ? rows.get(id) : undefined;
      if (row) lastShown.set(id, await this.#findLastShown(transaction, row));
    }
    return (row, values) => {
      const key = this.#getKey(row);
      if (values === null) return encodeBlock(key, { value: null, plan: noPlan });
      return withBlockName(key, () =>
        encodeBlock(
          key,
          planBlockChange(this.#decode(row), values, {
            parse: (whole) => parseBlock(key, whole),
            lastShown: lastShown.get(row.id),
          }),
        ),
      );
    };
  }

  protected override planDue(row: SingletonRow, now: string) {
    const due = planDueBlock(this.#decode(row), now);
    return due && encodeBlock(this.#getKey(row), due);
  }

  protected async planRestore(
    _transaction: DatabaseTransaction,
    row: SingletonRow,
    version: BlockValue,
  ) {
    const key = this.#getKey(row);
    const value = fitBlock(key, version);
    if (!value) {
      throw new AppError('conflict', 'This version no longer meets the rules for its fields.');
    }
    // A version contains neither pending values nor times, so those stay.
    return { [getValueName(key)]: JSON.stringify(value) };
  }

  #getKey({ id }: SingletonRow): BlockKey {
    return { page: this.page, block: id.slice(getBlockId({ page: this.page, block: '' }).length) };
  }

  #decode(row: SingletonRow): ShownBlock {
    return decodeBlock(this.#getKey(row), listCells(row));
  }

  /**
   * Finds the newest valid version in a block's history that differs from the current one.
   * @returns null for the default, undefined if there is nothing
   */
  async #findLastShown(
    transaction: DatabaseTransaction,
    row: SingletonRow,
  ): Promise<BlockPlan['previous']> {
    const key = this.#getKey(row);
    const { shown } = this.#decode(row);
    const { entries } = await readHistory(transaction, [this.subject], row.id, {
      limit: maxEntries,
    });
    for (const { before } of entries) {
      const version = fitBlock(key, before);
      if (!version || isDeepStrictEqual(version, shown)) continue;
      return isDeepStrictEqual(version, getDefaults(key)) ? null : version;
    }
    return undefined;
  }
}
