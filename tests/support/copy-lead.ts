import type { Insertable } from 'kysely';
import type { Database, Tables } from '../../src/db/database.server';

/** SQLite allows 32,766 parameters in a statement. */
const batchSize = 300;

/**
 * Copies a stored lead, which is faster than sending inquiries.
 * @param change the values of a copy that differ
 * @returns the IDs of the copies: `copy-0` and so on
 */
export async function copyLead(
  db: Database,
  id: string,
  count: number,
  change: (index: number) => Partial<Insertable<Tables['leads']>> = () => ({}),
): Promise<string[]> {
  const lead = await db
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, (_, index) => ({
    ...lead,
    id: `copy-${index}`,
    ...change(index),
  }));
  for (let from = 0; from < copies.length; from += batchSize) {
    await db
      .insertInto('leads')
      .values(copies.slice(from, from + batchSize))
      .execute();
  }
  return copies.map((copy) => copy.id);
}
