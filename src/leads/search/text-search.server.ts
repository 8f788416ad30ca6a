import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.server';
import { isPostgres } from '../../db/database.server';
import { toComparable } from '../../lib/to-comparable';

/** Punctuation between the digits of a phone number. */
const phonePunctuation = /[\s\-\u2010-\u2015\u2212.()/+,]/g;

/** A number with fewer digits is searched as text. */
const minPhoneDigits = 3;

/** Extracts the digits if the search is for a phone number; null otherwise. */
function parsePhoneDigits(input: string): string | null {
  const digits = input.replace(phonePunctuation, '');
  if (!/^\d+$/.test(digits) || digits.length < minPhoneDigits) return null;
  // The country code of the USA and Canada is often omitted.
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** The names of a lead: what a search means most often. */
const names = sql`lower(leads.company_name || ' ' || leads.contact_name || ' ' || leads.email)`;

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Words that a text has to contain, each anywhere. */
type Words = readonly string[];

/** Later words of a search are ignored, because each is looked up. */
const maxWords = 12;

/** Returns the words of a search, without those that another one contains. */
function listWords(q: string): Words {
  const words = [...new Set(toComparable(q).split(/\s+/))].slice(0, maxWords);
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** Lists the words of which a text has to contain all of one list. A phone number is one word. */
function listAlternatives(q: string): Words[] {
  const digits = parsePhoneDigits(q);
  return digits === null ? [listWords(q)] : [[toComparable(q)], [digits]];
}

const joinAnd = (conditions: readonly RawBuilder<unknown>[]) =>
  sql`(${sql.join(conditions, sql` and `)})`;

const joinOr = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Builds the condition that a text contains the words of `q`, or its digits as a phone number. */
const contains = (text: RawBuilder<unknown>, q: string): RawBuilder<boolean> =>
  joinOr(
    listAlternatives(q).map((words) =>
      joinAnd(words.map((word) => sql`${text} like ${toLikePattern(word)} escape '\\'`)),
    ),
  );

/**
 * Lists trigrams that cover a text. The others would leave out few more leads, and SQLite takes
 * three times as long to look up all.
 */
function listTrigrams(text: string): string[] {
  const characters = [...text];
  const lastStart = characters.length - 3;
  return [
    ...characters.flatMap((_, start) =>
      start % 3 === 0 && start < lastStart ? characters.slice(start, start + 3).join('') : [],
    ),
    characters.slice(lastStart).join(''),
  ];
}

/** Whether the index has an entry for it: a shorter text has no trigram. */
const isIndexable = (text: string): boolean => [...text].length >= 3 && !text.includes('\0');

/** Selects the leads whose indexed text contains `q`. The index has only the trigrams of words. */
function selectIndexed(db: Database, q: string): RawBuilder<unknown> {
  const alternatives = listAlternatives(q).map((words) => words.filter(isIndexable));
  if (isPostgres(db)) {
    const conditions = alternatives.map((words) =>
      joinAnd(words.map((word) => sql`lead_trigrams(text) @> lead_trigrams(${word})`)),
    );
    return sql`select lead_id from lead_search_texts
      where indexed = 1 and ${joinOr(conditions)} and ${contains(sql`text`, q)}`;
  }
  const query = alternatives
    .map((words) => {
      const trigrams = new Set(words.flatMap(listTrigrams));
      const phrases = [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
      return `(${phrases.join(' AND ')})`;
    })
    .join(' OR ');
  return sql`select texts.lead_id from lead_search_index
    join lead_search_texts as texts on texts.rowid = lead_search_index.rowid
    where lead_search_index match ${query} and ${contains(sql`texts.text`, q)}`;
}

/** Selects values that are one parameter, so that the statement is the same for any number. */
export const selectValues = (db: Database, values: readonly string[]) =>
  isPostgres(db)
    ? sql<string>`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`
    : sql<string>`(select value from json_each(${JSON.stringify(values)}))`;

/**
 * Adds the leads into which leads of a selection were merged, directly or through another one. A
 * deleted inquiry is part only of a deleted lead, as on the lead's page.
 * @param selection SQL that selects IDs
 */
const withMergeTargets = (selection: RawBuilder<unknown>) => sql<{ id: string }>`
  with recursive found (id) as (
    ${selection}
    union
    select target.id from found
      join leads as inquiry on inquiry.id = found.id and inquiry.merged_into_id is not null
      join leads as target on target.id = inquiry.merged_into_id
    where inquiry.deleted_at is null or target.deleted_at is not null
  )
  select id from found`;

/** Selects the leads whose stored text contains `q`, without the index. */
const selectStored = (q: string) =>
  sql`select lead_id from lead_search_texts where ${contains(sql`text`, q)}`;

/**
 * Selects leads without a search text, from a release before these texts: so without the keys that
 * are filled in after it.
 */
const selectWithoutText = (q: string) =>
  sql`select id from leads where person is null and ${contains(names, q)}`;

/** Builds the condition that a lead contains `q`, or that an inquiry does that was merged into it. */
export const containsText = (q: string) =>
  sql<boolean>`leads.id in (${withMergeTargets(
    sql.join([selectStored(q), selectWithoutText(q)], sql` union all `),
  )})`;

/** Maximum number of leads that a search finds by their IDs. */
const maxFoundIds = 2_000;

/** The leads that a search found, by their IDs. */
export interface FoundLeads {
  ids: string[];
  /** Those of them that have all words in their names. */
  bestIds: string[];
}

/**
 * Finds the leads with `q` by the index, and those of earlier releases by their texts. Adds the
 * leads into which they were merged.
 * @returns undefined when there are too many to pass on
 */
export async function findLeadsByText(db: Database, q: string): Promise<FoundLeads | undefined> {
  const stored = selectStored(q);
  const isIndexed = listAlternatives(q).every((words) => words.some(isIndexable));
  const sources = [
    ...(isIndexed ? [selectIndexed(db, q), sql`${stored} and indexed = 0`] : [stored]),
    selectWithoutText(q),
  ];
  const { rows } = await sql<{ id: string; target: string | null; isBest: unknown }>`
    select found.lead_id as id, leads.merged_into_id as target, ${contains(names, q)} as is_best
    from (${sql.join(sources, sql` union all `)}) as found
    left join leads on leads.id = found.lead_id
    limit ${sql.lit(maxFoundIds + 1)}`.execute(db);
  if (rows.length > maxFoundIds) return undefined;
  const ids = [...new Set(rows.map(({ id }) => id))];
  const bestIds = rows.filter(({ isBest }) => isBest).map(({ id }) => id);
  // Most searches find no merged inquiry.
  if (rows.every(({ target }) => target === null)) return { ids, bestIds };
  const found = await withMergeTargets(sql`select * from ${selectValues(db, ids)} as ids`).execute(
    db,
  );
  return { ids: found.rows.map(({ id }) => id), bestIds };
}
