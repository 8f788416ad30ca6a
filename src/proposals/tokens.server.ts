import type { Database } from '../db/database.server';
import { findSecret, getOrCreateSecret } from '../db/site-state.server';
import { isSameSecret, signText } from '../lib/secret-token.server';
import { findProposal, type ListedRow, type ProposalRow } from './table.server';

const secretName = 'proposals';

/** The secret of each database. Read once, so that opening a page writes nothing. */
const secrets = new WeakMap<Database, string>();

async function readSecret(db: Database): Promise<string> {
  const known =
    secrets.get(db) ??
    (await findSecret(db, secretName)) ??
    (await getOrCreateSecret(db, secretName));
  secrets.set(db, known);
  return known;
}

const sign = (secret: string, id: string) => signText(secret, `proposal ${id}`);

/**
 * Returns the token of a proposal's page. It is signed instead of random, so that the owner can copy
 * the link again, and the outbox doesn't contain it. Withdrawing the proposal takes its power away.
 */
export const createProposalToken = async (
  db: Database,
  { id, number }: Pick<ProposalRow, 'id' | 'number'>,
): Promise<string> => `${number}-${sign(await readSecret(db), id)}`;

/** Finds the proposal of a token; undefined for an invalid token, and when the lead was deleted. */
export async function findProposalByToken(
  db: Database,
  token: string,
): Promise<ListedRow | undefined> {
  const [, number = '', signature = ''] = /^([1-9]\d{0,8})-([\w-]+)$/.exec(token) ?? [];
  const row = number && (await findProposal(db, 'number', Number(number)));
  return row && isSameSecret(signature, sign(await readSecret(db), row.id)) ? row : undefined;
}
