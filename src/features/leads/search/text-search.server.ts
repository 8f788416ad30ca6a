import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '../../../db/database.server';
import { parsePhoneDigits, toComparable } from './search-text';

/** Fallback for a lead without a search text, which an earlier release has just stored. */
const fallbackText = sql`lower(leads.company_name || ' ' || leads.contact_name || ' ' || leads.email)`;

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Builds the condition that a text contains `q`, also as a phone number. */
function contains(text: RawBuilder<unknown>, q: string): RawBuilder<boolean> {
  const parts = new Set([toComparable(q), parsePhoneDigits(q) ?? toComparable(q)]);
  const likes = [...parts].map((part) => sql`${text} like ${toLikePattern(part)} escape '\\'`);
  return sql`(${sql.join(likes, sql` or `)})`;
}

/** Selects leads whose search text contains `q`, also as a phone number. */
export function selectByText(db: Database, q: string) {
  const found = db
    .selectFrom('leads')
    .leftJoin('leadSearchTexts', 'leadSearchTexts.leadId', 'leads.id')
    .where(contains(sql`coalesce(lead_search_texts.text, ${fallbackText})`, q));
  // The joined table is only for the condition; callers must not select from it.
  return found as unknown as SelectQueryBuilder<Tables, 'leads', unknown>;
}

/** Maximum number of leads that a search finds by their IDs. */
const maxFoundIds = 500;

/**
 * Finds the leads with `q` by one scan of the search texts, which is several times faster than a
 * scan of the leads with their texts.
 * @returns their IDs; undefined when there are many, so that a page of them is found soon anyway
 */
export async function findLeadIdsByText(db: Database, q: string): Promise<string[] | undefined> {
  const [found, unfilled] = await Promise.all([
    db
      .selectFrom('leadSearchTexts')
      .select('leadId as id')
      .where(contains(sql.ref('leadSearchTexts.text'), q))
      .limit(maxFoundIds + 1)
      .execute(),
    // Without a search text, so without the keys that are filled in after it.
    db
      .selectFrom('leads')
      .select('id')
      .where('person', 'is', null)
      .where(contains(fallbackText, q))
      .limit(maxFoundIds + 1)
      .execute(),
  ]);
  const ids = [...new Set([...found, ...unfilled].map(({ id }) => id))];
  return ids.length > maxFoundIds ? undefined : ids;
}

/** Counts the visible leads with `q`: those whose texts match, without the few hidden ones. */
export async function countLeadsByText(db: Database, q: string): Promise<number> {
  const condition = contains(sql.ref('leadSearchTexts.text'), q);
  const { total, deleted, merged } = await db
    .selectNoFrom(({ selectFrom }) => {
      const count = selectFrom('leadSearchTexts')
        .select((eb) => eb.fn.countAll().as('count'))
        .where(condition);
      const hidden = count.innerJoin('leads', 'leads.id', 'leadSearchTexts.leadId');
      return [
        count.as('total'),
        hidden.where('deletedAt', 'is not', null).as('deleted'),
        hidden.where('mergedIntoId', 'is not', null).where('deletedAt', 'is', null).as('merged'),
      ];
    })
    .executeTakeFirstOrThrow();
  return Number(total) - Number(deleted) - Number(merged);
}
