import { sql } from 'kysely';
import type { DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { parseJson } from '../lib/schema';
import { type ProposalContent, proposalContent } from './contract';
import { departedName } from './proposal';

/** Returns a function that replaces a person's name, also the first name alone, in a text. */
function createNameEraser(name: string): (text: string) => string {
  const [firstName = ''] = name.split(/\s/);
  const names = [name, firstName]
    .filter(Boolean)
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  if (names.length === 0) return (text) => text;
  const pattern = new RegExp(`(?<!\\p{L})(?:${names.join('|')})(?!\\p{L})`, 'gu');
  return (text) => text.replace(pattern, departedName.toLowerCase());
}

/** Removes who somebody is from what a proposal says. Their hours, and that they had them, remain. */
function forgetPerson(content: ProposalContent, id: string): ProposalContent {
  const position = content.people.findIndex((person) => person.id === id);
  const forgetName = createNameEraser(content.people[position]?.name ?? '');
  const people = content.people.map((person) =>
    person.id === id
      ? {
          ...person,
          name: departedName,
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

/** Removes people whose profiles are deleted from all proposals, also from accepted ones. */
export async function forgetPeople(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const pattern = `%"${id}"%`;
    const query = transaction
      .selectFrom('proposals')
      .select(['id', 'content', 'accepted', 'updatedAt'])
      .where(sql<boolean>`(content like ${pattern} or accepted like ${pattern})`)
      .orderBy('id');
    for (const row of await lockRows(transaction, query).execute()) {
      const forget = (json: string | null) => {
        const content = parseJson(proposalContent, json);
        return content && JSON.stringify(forgetPerson(content, id));
      };
      await transaction
        .updateTable('proposals')
        .set({
          content: forget(row.content) ?? row.content,
          accepted: forget(row.accepted),
          updatedAt: createTimestampAfter(row.updatedAt),
        })
        .where('id', '=', row.id)
        .execute();
    }
  }
}
