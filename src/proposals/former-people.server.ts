import { sql } from 'kysely';
import { talents } from '../content/collections/talents/contract';
import { splitIntoBatches } from '../db/bulk-statement.server';
import type { DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import { parseJson } from '../lib/schema';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { lockItems } from './content.server';
import { type ProposalContent, proposalContent } from './contract';
import { formerPersonName } from './proposal';
import type { ProposalRow } from './table.server';

/** Lists the parts of a name by which people are called: not the "de la" of a last name. */
const listCallNames = (name: string): string[] =>
  name.split(/\s+/).filter((part, index) => index === 0 || /^[\p{Lu}\p{Lo}]\p{L}/u.test(part));

/** Returns a function that replaces a person's name in a text, also the first or last name alone. */
function createNameEraser(name: string): (text: string) => string {
  const names = [name, ...listCallNames(name)]
    .filter(Boolean)
    // Not in any case: "Will" and "May" are words as well.
    .flatMap((one) => [one, one.toUpperCase()])
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  if (names.length === 0) return (text) => text;
  const one = `(?:${names.join('|')})`;
  const pattern = new RegExp(`(?<!\\p{L})${one}(?:\\s+${one})*(?!\\p{L})`, 'gu');
  return (text) => text.replace(pattern, formerPersonName.toLowerCase());
}

/** Removes who somebody is from what a proposal says. Their hours, and that they had them, remain. */
function forgetPerson(content: ProposalContent, id: string): ProposalContent {
  const position = content.people.findIndex((person) => person.id === id);
  const forgetName = createNameEraser(content.people[position]?.name ?? '');
  const people = content.people.map((person) =>
    person.id === id
      ? {
          ...person,
          name: formerPersonName,
          title: '',
          toolProficiency: [],
          languages: [],
          imageUrl: null,
          imageAlt: null,
        }
      : person,
  );
  const lines = content.lines.map((line) => ({ ...line, text: forgetName(line.text) }));
  const note = content.note && forgetName(content.note);
  const text = JSON.stringify({ ...content, people, lines, note });
  // Also in the hours and the lines. The position makes the new ID unique in this proposal.
  return JSON.parse(text.replaceAll(`"${id}"`, `"left-${position}"`));
}

const forgetAll = (json: string, ids: readonly string[]): string => {
  const content = parseJson(proposalContent, json);
  const known = ids.filter((id) => json.includes(`"${id}"`));
  return content ? JSON.stringify(known.reduce(forgetPerson, content)) : json;
};

/**
 * Removes people whose profiles are about to be deleted from all proposals, including accepted ones,
 * and from what webhooks have received of them.
 * An accepted proposal has the same people in both texts.
 */
export async function forgetPeople(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<void> {
  await lockItems(transaction, talents, ids);
  const rows = new Map<string, Pick<ProposalRow, 'id' | 'content' | 'accepted' | 'updatedAt'>>();
  for (const batch of splitIntoBatches(ids)) {
    const query = transaction
      .selectFrom('proposals')
      .select(['id', 'content', 'accepted', 'updatedAt'])
      .where(
        sql<boolean>`exists (select 1 from talents where talents.id in (${sql.join(batch)})
          and proposals.content like '%"' || talents.id || '"%')`,
      )
      .orderBy('id');
    for (const row of await lockRows(transaction, query).execute()) rows.set(row.id, row);
    // The log has what webhooks received of accepted proposals.
    await sql`delete from webhook_attempts where event = 'proposal.accepted' and (
      ${sql.join(
        batch.map((id) => sql`body like ${`%"${id}"%`}`),
        sql` or `,
      )})`.execute(transaction);
  }
  for (const { id, content, accepted, updatedAt } of rows.values()) {
    await transaction
      .updateTable('proposals')
      .set({
        content: forgetAll(content, ids),
        accepted: accepted && forgetAll(accepted, ids),
        updatedAt: createTimestampAfter(updatedAt),
      })
      .where('id', '=', id)
      .execute();
  }
}
