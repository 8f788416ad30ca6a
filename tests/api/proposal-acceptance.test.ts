import { describe, expect, test } from 'vitest';
import { createProposalSite, inDays } from '../support/proposal-site';
import { sampleLead } from '../support/samples';
import { shareSite } from '../support/test-app';

type Site = Awaited<ReturnType<typeof createProposalSite>>;

const readRow = ({ db }: Site, id: string) =>
  db.selectFrom('proposals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Lists what the history of the lead says about its proposals, oldest first. */
const listHistory = async ({ readLead }: Site) =>
  (await readLead()).timeline
    .filter(({ kind }: { kind: string }) => kind === 'proposal')
    .map(({ after }: { after: { what: string } }) => after.what)
    .reverse();

describe('POST /api/proposals/accept', () => {
  const getSite = shareSite(createProposalSite);

  test('freezes what was accepted, wins the lead, and mails both sides once', async () => {
    const site = await createProposalSite();
    const { sendNew, accept, readLead, ids, smtp } = site;
    const { id, token, seen, version } = await sendNew();
    expect(seen).toMatchObject({ status: 'open', dueToday: 100_000, checkoutUrl: null });
    const accepted = await accept(token, version);
    expect(accepted.headers['cache-control']).toBe('no-store');
    expect(accepted.json()).toMatchObject({
      status: 'accepted',
      acceptedBy: 'Olga Brenner',
      dueToday: 100_000,
      checkoutUrl: `/checkout?leadId=${ids.leadId}&packageId=${ids.packageId}`,
    });
    const row = await readRow(site, id);
    expect(row.accepted).toBe(row.content);
    expect(row).toMatchObject({ state: 'accepted', acceptedVersion: version });
    // The same request again, as after a lost connection.
    expect((await accept(token, version)).json()).toEqual(accepted.json());
    expect((await readLead()).status).toBe('closed_won');
    expect(await listHistory(site)).toEqual(['written', 'linked', 'accepted']);
    const find = async (subject: string) =>
      (await smtp.received(0)).filter((mail) => mail.subject === subject);
    const confirmation = 'Crewbridge: proposal accepted';
    const notification = `Accepted: Proposal 1, ${sampleLead.companyName}`;
    await expect.poll(async () => (await find(confirmation)).length).toBe(1);
    await expect.poll(async () => (await find(notification)).length).toBe(1);
    const [mail] = await find(confirmation);
    expect(mail?.to).toBe(sampleLead.email);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('Full PM: $1,000, one-time');
  });

  test('accepts once when two people accept at the same moment', async () => {
    const site = await createProposalSite();
    const { token, version } = await site.sendNew();
    const names = ['Ann', 'Bo', 'Cleo', 'Dan', 'Eve', 'Finn'];
    const responses = await Promise.all(names.map((name) => site.accept(token, version, name)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    const winner = responses.find(({ statusCode }) => statusCode === 200)?.json().acceptedBy;
    const loser = responses.find(({ statusCode }) => statusCode === 409)?.json();
    expect(loser.message).toBe(`This proposal was already accepted by ${winner}.`);
    expect(await listHistory(site)).toEqual(['written', 'linked', 'accepted']);
    const mails = await site.db
      .selectFrom('outbox')
      .select('kind')
      .where('kind', '=', 'proposal-confirmation')
      .execute();
    expect(mails).toHaveLength(1);
  });

  test('accepts exactly what was read when the owner changes it at the same moment', async () => {
    const site = await createProposalSite();
    for (let round = 0; round < 6; round += 1) {
      const { id, token, version } = await site.sendNew();
      const [changed, accepted] = await Promise.all([
        site.change(id, { note: 'Changed.', packageId: null }),
        site.accept(token, version),
      ]);
      const { state, accepted: frozen } = await readRow(site, id);
      if (accepted.statusCode === 200) {
        expect(changed.statusCode).toBe(409);
        expect(JSON.parse(frozen ?? '')).toMatchObject({ note: site.input.note });
      } else {
        expect([accepted.statusCode, changed.statusCode]).toEqual([409, 200]);
        expect({ state, frozen }).toEqual({ state: 'sent', frozen: null });
      }
    }
  });

  test.each<[string, (site: Site, id: string) => Promise<unknown>, RegExp, boolean?]>([
    ['was changed', ({ change }, id) => change(id, { note: 'More.' }), /has changed/],
    ['was sent again', ({ send }, id) => send(id), /has changed/],
    ['was withdrawn', ({ withdraw }, id) => withdraw(id), /was withdrawn/, true],
    ['has run out', ({ expire }, id) => expire(id), /has run out/],
  ])('rejects a proposal that %s while it was open', async (_, change, message, isRevoked) => {
    const site = getSite();
    const { id, token, version } = await site.sendNew();
    await change(site, id);
    const rejected = await site.accept(token, version);
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(message),
    });
    expect((await readRow(site, id)).accepted).toBeNull();
    expect((await site.readLead()).status).toBe('proposal_sent');
    // Its page says so, and what it said, unless the link is revoked.
    const seen = await site.lookUp(token);
    expect(seen.json()).toMatchObject({ people: isRevoked ? [] : [{}, {}] });
    expect(/Marisol|Brenner|Halden|100000|Rosa/.test(seen.body)).toBe(!isRevoked);
  });

  test('can be accepted on its last day, and again once the owner moves that day', async () => {
    const { sendNew, accept, expire, change, lookUp } = await createProposalSite();
    const today = await sendNew({ validUntil: inDays(0) });
    expect((await accept(today.token, today.version)).statusCode).toBe(200);
    const { id, token, version } = await sendNew();
    await expire(id);
    expect((await lookUp(token)).json()).toMatchObject({ status: 'expired' });
    expect((await accept(token, version)).statusCode).toBe(409);
    const { updatedAt } = (await change(id, { validUntil: inDays(1) })).json();
    expect((await accept(token, updatedAt)).json()).toMatchObject({ status: 'accepted' });
  });

  test('allows no change afterward, by any route', async () => {
    const site = await createProposalSite();
    const { id, token, version } = await site.sendNew();
    await site.accept(token, version);
    const before = await readRow(site, id);
    const attempts = [
      await site.change(id, { packageId: null }),
      await site.send(id),
      await site.withdraw(id),
      await site.admin('DELETE', `/api/proposals/${id}`),
      await site.accept(token, before.updatedAt, 'Mallory'),
      await site.accept(token, version, 'Mallory'),
    ];
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(409));
    expect(await readRow(site, id)).toEqual(before);
  });

  test('rejects a token that was guessed, altered, or belongs to another proposal', async () => {
    const { sendNew, accept, ask, lookUp, read } = await createProposalSite();
    const [first, second] = [await sendNew(), await sendNew()];
    const [, signature = ''] = first.token.split(/-(.*)/);
    const last = signature.endsWith('A') ? 'E' : 'A';
    const guesses = [
      `2-${signature}`,
      `01-${signature}`,
      first.token.slice(0, -1),
      `${first.token.slice(0, -1)}${last}`,
      `${first.token}A`,
      signature,
      `1-${'A'.repeat(43)}`,
      `999999999-${signature}`,
      '1-',
    ];
    for (const token of guesses) {
      for (const response of [
        await lookUp(token),
        await accept(token, first.version),
        await ask(token, 'Who are you?'),
      ]) {
        expect([400, 404], token).toContain(response.statusCode);
        expect(response.body).not.toContain(sampleLead.companyName);
      }
    }
    // The version of one proposal does not accept another one.
    expect((await accept(second.token, first.version)).statusCode).toBe(409);
    expect((await read(first.id)).state).toBe('sent');
  });

  test.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'a'.repeat(121) }],
    ['no version', { version: '' }],
    ['a version from the end of time', { version: '+275760-09-13T00:00:00.000Z' }],
  ])('returns 400 for %s', async (_, fields) => {
    const { sendNew, visitor } = getSite();
    const { token, version } = await sendNew();
    const body = { token, version, name: 'Olga', ...fields };
    expect((await visitor('POST', '/api/proposals/accept', body)).statusCode).toBe(400);
  });

  test('finds no proposal of a deleted lead until the lead is restored', async () => {
    const { sendNew, accept, lookUp, admin, ids } = await createProposalSite();
    const { token, version } = await sendNew();
    await admin('DELETE', `/api/leads/${ids.leadId}`);
    expect((await lookUp(token)).statusCode).toBe(404);
    expect((await accept(token, version)).statusCode).toBe(404);
    await admin('POST', `/api/leads/${ids.leadId}/restore`);
    expect((await accept(token, version)).statusCode).toBe(200);
  });

  test('wins the lead that the inquiry was merged into', async () => {
    const { sendNew, accept, admin, ids, addLead, readLead } = await createProposalSite();
    const { token, version } = await sendNew();
    const keepId = await addLead('olga@work.example');
    await admin('POST', '/api/leads/merge', { keepId, otherId: ids.leadId });
    expect((await accept(token, version)).statusCode).toBe(200);
    expect(await readLead(keepId)).toMatchObject({
      status: 'closed_won',
      proposals: [{ state: 'accepted' }],
    });
  });
});
