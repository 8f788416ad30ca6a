import { bumpContentVersion, lockContentVersion } from '../../db/content-version.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import {
  type AuditRecord,
  requireStoredVersion,
  type VersionSelector,
  writeAudit,
} from '../../foundation/audit/store.server';
import { AppError } from '../../lib/errors';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';

export type Values = Record<string, unknown>;

export type Cell = string | number | boolean | null;

/** Values as they are stored, by column. */
export type Cells = Record<string, Cell>;

/** A document as it is stored. `updatedAt` only increases: it is the document's version. */
export interface DocumentRow {
  id: string;
  updatedAt: string;
}

/** A requested change of a document. */
export interface DocumentPatch<Patch> {
  id: string;
  values: Patch;
  /** Without it, any version is changed. */
  isExpected?: IsExpected | undefined;
}

/** Plans what a patch stores. @throws AppError invalid */
export type PlanChange<Row, Patch> = (before: Row, values: Patch) => Cells;

/** A document before and after a change; without one of them, it was created or deleted. */
interface DocumentChange<Row> {
  action: 'created' | 'changed' | 'deleted' | 'restored';
  before?: Row | undefined;
  after?: Row;
}

/** Whether a change was made from the given version. */
export type IsExpected = (version: string) => boolean;

function isUnchanged(row: object, cells: Cells): boolean {
  const stored: Cells = { ...row };
  return Object.entries(cells).every(([name, cell]) => {
    const storedCell = stored[name];
    // PostgreSQL returns true where 1 was written to a boolean column.
    return (typeof storedCell === 'boolean' ? Number(storedCell) : storedCell) === cell;
  });
}

/**
 * The engine of everything that the owner edits: versions, drafts, times of publication, history
 * and restore. An item of a collection is a document, and so are a block of a page and a section of
 * the settings. A subclass says where its documents are stored and how they are planned. Every
 * change also bumps the content version, and is recorded in the audit log with the user (`userId`).
 */
export abstract class DocumentStore<Row extends DocumentRow, Patch = Values> {
  /**
   * @param subject the kind of the documents in the audit log
   * @param label the name, in messages, of what has the version
   * @param phrase the label in a sentence
   */
  constructor(
    protected readonly db: Database,
    readonly subject: string,
    protected readonly label: string,
    private readonly phrase = `this ${label.toLowerCase()}`,
  ) {}

  /** Finds documents by their ids. Those that are not stored are missing. */
  protected abstract find(db: Database, ids: readonly string[]): Promise<Map<string, Row>>;

  /** Stores documents, in the place of those with the same ids. */
  protected abstract save(
    transaction: DatabaseTransaction,
    rows: readonly Row[],
    userId: string | null,
  ): Promise<void>;

  /**
   * Decodes a document for its history.
   * @param before the version that a change replaced with this one
   */
  protected abstract readonly describe: (row: Row, before?: Row) => Values;

  /** Reads what the plans of these patches need, at once for all. */
  protected abstract preparePlan(
    transaction: DatabaseTransaction,
    patches: readonly DocumentPatch<Patch>[],
    rows: ReadonlyMap<string, Row>,
  ): Promise<PlanChange<Row, Patch>>;

  /** Plans to restore a version. @throws AppError conflict when it is not valid any more */
  protected abstract planRestore(
    transaction: DatabaseTransaction,
    row: Row,
    version: Values,
  ): Promise<Cells>;

  /** Finds the documents with a change that is due at `now`, and possibly others. */
  protected abstract findDue(db: Database, now: string): Promise<readonly Row[]>;

  /** Plans the change that is due at `now`; undefined if none is. */
  protected abstract planDue(row: Row, now: string): Cells | undefined;

  /** Returns when the next change is due; null if none is scheduled. ISO 8601 in UTC. */
  abstract findNextDueAt(): Promise<string | null>;

  /**
   * Applies the changes that are due at `now`. If several processes run it at the same time, only
   * one changes the documents.
   */
  applyDueChanges(now: string): Promise<void> {
    return this.write(async (transaction) => {
      const changes = (await this.findDue(transaction, now)).flatMap((before) => {
        const after = this.createNextRow(before, this.planDue(before, now) ?? {});
        return after === before ? [] : [{ action: 'changed', before, after } as const];
      });
      await this.commit(transaction, changes, null);
    });
  }

  /** Runs changes one after the other. */
  protected write<Result>(
    change: (transaction: DatabaseTransaction) => Promise<Result>,
  ): Promise<Result> {
    return runInTransaction(this.db, async (transaction) => {
      // First, because its row lock serializes the writers: no other change happens between a check
      // and the write that depends on it.
      await lockContentVersion(transaction);
      return change(transaction);
    });
  }

  /**
   * Changes all of these documents, or none. If no value of a document differs, it has no new
   * version. The number of statements does not depend on their number.
   * @throws AppError not_found, invalid; changed when another version is stored
   */
  protected async updateRows(
    transaction: DatabaseTransaction,
    patches: readonly DocumentPatch<Patch>[],
    userId: string | null,
  ): Promise<Row[]> {
    const rows = await this.find(transaction, [...new Set(patches.map(({ id }) => id))]);
    const plan = await this.preparePlan(transaction, patches, rows);
    const changes: DocumentChange<Row>[] = [];
    const updated = patches.map(({ id, values, isExpected }) => {
      const before = rows.get(id);
      if (!before) throw this.createNotFoundError();
      this.requireVersion(before.updatedAt, isExpected);
      const after = this.createNextRow(before, plan(before, values));
      if (after === before) return before;
      // A later change of the same document starts from this one.
      rows.set(id, after);
      changes.push({ action: 'changed', before, after });
      return after;
    });
    await this.commit(transaction, changes, userId);
    return updated;
  }

  /** Restores a document as it was before or after an entry of its history. */
  protected async restoreRow(
    transaction: DatabaseTransaction,
    before: Row,
    selector: VersionSelector,
    userId: string | null,
  ): Promise<Row> {
    const version = await requireStoredVersion(transaction, this.subject, before.id, selector);
    const after = this.createNextRow(before, await this.planRestore(transaction, before, version));
    if (after === before) return before;
    await this.commit(transaction, [{ action: 'restored', before, after }], userId);
    return after;
  }

  /**
   * Stores changes with their history.
   * @param moved documents whose place in the list changes with it: saved, but not part of the history
   */
  protected async commit(
    transaction: DatabaseTransaction,
    changes: readonly DocumentChange<Row>[],
    userId: string | null,
    moved: readonly Row[] = [],
  ): Promise<void> {
    if (changes.length === 0) return;
    const rows = [...changes.flatMap(({ after }) => after ?? []), ...moved];
    // The last row of a document replaces those before it.
    await this.save(transaction, [...new Map(rows.map((row) => [row.id, row])).values()], userId);
    await this.record(
      transaction,
      changes.flatMap(({ action, before, after }) => {
        const row = after ?? before;
        if (!row) return [];
        return {
          ...{ itemId: row.id, action, userId },
          at: after?.updatedAt ?? createTimestampAfter(row.updatedAt),
          ...(before && { before: this.describe(before) }),
          ...(after && { after: this.describe(after, before) }),
        };
      }),
    );
  }

  /** Records changes in the audit log, and announces them to all processes. */
  protected async record(
    transaction: DatabaseTransaction,
    records: readonly Omit<AuditRecord, 'subject'>[],
  ): Promise<void> {
    await bumpContentVersion(transaction);
    await writeAudit(
      transaction,
      records.map((record) => ({ ...record, subject: this.subject })),
    );
  }

  /** Returns the next version of a document; the same object if the document has all these cells. */
  protected createNextRow(row: Row, cells: Cells): Row {
    if (isUnchanged(row, cells)) return row;
    return { ...row, ...cells, updatedAt: createTimestampAfter(row.updatedAt) };
  }

  /** @throws AppError changed when the change was made from another version */
  protected requireVersion(version: string, isExpected: IsExpected | undefined): void {
    if (isExpected?.(version) !== false) return;
    throw new AppError('changed', `Someone else changed ${this.phrase} in the meantime.`);
  }

  protected createNotFoundError(): AppError {
    return new AppError('not_found', `${this.label} not found`);
  }
}
