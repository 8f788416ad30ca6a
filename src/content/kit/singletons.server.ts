import type { FastifyRequest } from 'fastify';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { type RestoreInput, restoreInput } from '../../foundation/audit/contract';
import '../../foundation/auth/require-admin.server';
import { registerHistoryRoute } from '../../foundation/audit/routes.server';
import {
  getSettingsVersion,
  type RowWithUser,
  type SettingCell,
  selectSettingsWithUser,
  writeSettingRow,
} from '../../foundation/environment/owner-settings.server';
import { type Api, describeRoutes } from '../../http/api.server';
import { createVersionMatcher, sendVersion, versionHeaders } from '../../http/item-version.server';
import type { ErrorCode } from '../../lib/errors';
import type { z } from '../../lib/schema';
import { type DocumentRow, DocumentStore, type IsExpected, type Values } from './documents.server';

/** A document as it is stored, with its cells by the names of their rows. */
export type SingletonRow = DocumentRow & Record<string, string>;

/** Documents that the owner edits as one: they have a common version. */
interface SingletonGroup {
  /** The kind of the documents in the audit log. */
  subject: string;
  label: string;
  /** The label in a sentence: "the settings". */
  phrase?: string;
  /** The rows of each document, by its id, with the cells that count until they are stored. */
  documents: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Returns whether a row belongs to the group, also one that only a newer release knows. */
  hasRow: (name: string) => boolean;
}

/** A change of documents: the rows of the group before and after it. */
export interface GroupChange {
  before: readonly RowWithUser[];
  after: readonly RowWithUser[];
  request: FastifyRequest;
}

/** Lists the cells of a document like the rows that store them. */
export const listCells = ({ id: _, updatedAt: __, ...cells }: SingletonRow): SettingCell[] =>
  Object.entries(cells).map(([name, value]) => ({ name, value }));

/**
 * Documents that always exist, such as the sections of the settings and the blocks of a page. They
 * are stored in the table of the settings, and each has its own history.
 */
export abstract class SingletonStore<Patch, ForOwner> extends DocumentStore<SingletonRow, Patch> {
  constructor(
    db: Database,
    private readonly group: SingletonGroup,
  ) {
    super(db, group.subject, group.label, group.phrase);
  }

  /** Describes all documents for the owner. */
  protected abstract describeAll(
    rows: readonly RowWithUser[],
    db: Database,
  ): ForOwner | Promise<ForOwner>;

  /** Reads all documents for the owner. */
  async read(): Promise<ForOwner> {
    return this.describeAll(await this.selectRows(this.db), this.db);
  }

  /**
   * Restores a document as it was before or after an entry of its history.
   * @throws AppError not_found; conflict when the version is not valid any more
   */
  restore(id: string, version: RestoreInput, request: FastifyRequest): Promise<ForOwner> {
    return this.change(request, undefined, async (transaction) => {
      const row = (await this.find(transaction, [id])).get(id);
      if (!row) throw this.createNotFoundError();
      await this.restoreRow(transaction, row, version, request.userId);
    });
  }

  async findNextDueAt(): Promise<string | null> {
    return null;
  }

  /**
   * Runs a change of the version that is expected, which gets the rows before it.
   * @returns all documents after the change
   * @throws AppError changed
   */
  protected change(
    request: FastifyRequest,
    isExpected: IsExpected | undefined,
    change: (transaction: DatabaseTransaction, rows: readonly RowWithUser[]) => Promise<unknown>,
  ): Promise<ForOwner> {
    return this.write(async (transaction) => {
      const before = await this.selectRows(transaction);
      this.requireVersion(getSettingsVersion(before), isExpected);
      await change(transaction, before);
      const after = await this.selectRows(transaction);
      await this.afterChange?.(transaction, { before, after, request });
      return this.describeAll(after, transaction);
    });
  }

  /** Runs after a change, in its transaction. */
  protected afterChange?(transaction: DatabaseTransaction, change: GroupChange): Promise<void>;

  /** Selects all rows of the group. */
  protected async selectRows(db: Database): Promise<RowWithUser[]> {
    return (await selectSettingsWithUser(db)).filter(({ name }) => this.group.hasRow(name));
  }

  protected async findAll(db: Database): Promise<SingletonRow[]> {
    const rows = await this.selectRows(db);
    const updatedAt = getSettingsVersion(rows);
    const stored = new Map(rows.map(({ name, value }) => [name, value]));
    return [...this.group.documents].map(([id, cells]) => ({
      ...{ id, updatedAt },
      ...Object.fromEntries(
        Object.entries(cells).map(([name, cell]) => [name, stored.get(name) ?? cell]),
      ),
    }));
  }

  protected async find(db: Database, ids: readonly string[]): Promise<Map<string, SingletonRow>> {
    const rows = (await this.findAll(db)).filter(({ id }) => ids.includes(id));
    return new Map(rows.map((row) => [row.id, row]));
  }

  protected async save(
    transaction: DatabaseTransaction,
    rows: readonly SingletonRow[],
    userId: string | null,
  ): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const stored = await this.find(transaction, ids);
    for (const row of rows) {
      const { id, updatedAt } = row;
      for (const { name, value } of listCells(row)) {
        if (value === stored.get(id)?.[name]) continue;
        await writeSettingRow(transaction, { name, value, updatedAt, userId });
      }
    }
  }

  protected findDue(db: Database): Promise<SingletonRow[]> {
    return this.findAll(db);
  }

  protected planDue(_row: SingletonRow, _now: string): Record<string, string> | undefined {
    return undefined;
  }
}

/** Documents with a common version, as they are described for the owner. */
interface Versioned {
  version: string;
}

/** The store of the documents. Its patch is validated by the schema of the body. */
interface Store {
  subject: string;
  update(patch: Values, request: FastifyRequest, isExpected: IsExpected): Promise<Versioned>;
  restore(id: string, version: RestoreInput, request: FastifyRequest): Promise<Versioned>;
}

/** An operation in the API documentation. */
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
}

interface SingletonRoutes {
  path: string;
  tag: string;
  body: z.ZodMiniType<Values>;
  /** All documents, for the owner. */
  response: z.ZodMiniType<Versioned>;
  params: z.ZodMiniType<{ id: string }>;
  update: Operation & { errors?: readonly ErrorCode[] };
  restore: Operation;
  history: { operationId: string; summary: string; note?: string };
  /** Returns the id of a document in the store; by default, the one in the address. */
  getDocumentId?: (id: string) => string;
}

/** Registers the routes that change documents which always exist, and those of their history. */
export function registerSingletonRoutes(
  api: Api,
  db: Database,
  store: Store,
  routes: SingletonRoutes,
): void {
  const { path, tag, body, response, params, getDocumentId = (id) => id } = routes;
  const describeRoute = describeRoutes(tag);

  api.patch(
    path,
    describeRoute('admin', {
      errors: ['changed'],
      ...routes.update,
      headers: versionHeaders,
      body,
      response: { 200: response },
    }),
    async (request, reply) => {
      const isExpected = createVersionMatcher(request.headers);
      return sendVersion(reply, await store.update(request.body, request, isExpected));
    },
  );

  registerHistoryRoute(api, db, {
    ...{ url: `${path}/:id/history`, tag, ...routes.history },
    ...{ subjects: [store.subject], params, getItemId: getDocumentId },
  });

  api.post(
    `${path}/:id/restore`,
    describeRoute('admin', {
      ...routes.restore,
      params,
      body: restoreInput,
      response: { 200: response },
      errors: ['conflict'],
    }),
    async (request, reply) => {
      const id = getDocumentId(request.params.id);
      return sendVersion(reply, await store.restore(id, request.body, request));
    },
  );
}
