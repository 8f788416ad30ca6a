import { describe, expect, test } from 'vitest';
import { createProposalSite, inDays } from '../support/proposal-site';
import { sampleItems, sampleLead } from '../support/samples';

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

  test.each<[string, (site: Site, id: string) => Promise<unknown>, RegExp]>([
    ['was changed', ({ change }, id) => change(id, { note: 'More.' }), /has changed/],
    ['was sent again', ({ send }, id) => send(id), /has changed/],
    ['was withdrawn', ({ withdraw }, id) => withdraw(id), /was withdrawn/],
    ['has run out', ({ expire }, id) => expire(id), /has run out/],
  ])('rejects a proposal that %s while it was open', async (_, change, message) => {
    const site = await createProposalSite();
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
    // Its page says so, and what it said.
    expect((await site.lookUp(token)).json()).toMatchObject({ people: [{}, {}] });
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
      `01-${signature}`.slice(0, -1),
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
    const { sendNew, visitor } = await createProposalSite();
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

describe('paying for an accepted proposal', () => {
  test('charges what was accepted, whatever the package costs now and the request says', async () => {
    const { sendNew, accept, start, admin, ids, stripe, lookUp, payments, verify, sendWebhook } =
      await createProposalSite();
    const { id, token, version } = await sendNew();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 1, name: 'Cheap' });
    await accept(token, version);
    await admin('PATCH', `/api/packages/${ids.packageId}`, { state: 'draft' });
    const started = await start({ ...ids, amount: 1, price: 1, proposalId: 'x' });
    expect(started.json()).toMatchObject({ amount: 100_000 });
    expect(await payments()).toMatchObject([
      { amount: 100_000, packageName: 'Full PM', proposalId: id },
    ]);
    const intent = stripe.only();
    expect(intent.amount).toBe(100_000);
    stripe.pay(intent.id);
    expect((await verify(intent.id)).json()).toMatchObject({ success: true });
    expect((await lookUp(token)).json()).toMatchObject({
      paidAmount: 100_000,
      dueToday: null,
      checkoutUrl: null,
    });
    expect((await start()).statusCode).toBe(409);
    stripe.refund(intent.id, 40_000);
    await sendWebhook(stripe.event('charge.refunded', intent.id));
    expect((await lookUp(token)).json().paidAmount).toBe(60_000);
  });

  test('does not count a payment of another amount', async () => {
    const { sendNew, accept, start, stripe, lookUp, verify, sendWebhook } =
      await createProposalSite();
    const { token, version } = await sendNew();
    await accept(token, version);
    await start();
    const intent = stripe.only();
    Object.assign(intent, { amount: 100, amount_received: 100 });
    stripe.pay(intent.id);
    await sendWebhook(stripe.event('payment_intent.succeeded', intent.id));
    expect((await verify(intent.id)).json().success).toBe(false);
    expect((await lookUp(token)).json()).toMatchObject({ paidAmount: null, dueToday: 100_000 });
  });

  test('replaces a payment that was begun for the price of the package before', async () => {
    const { sendNew, accept, start, stripe, payments, admin, ids } = await createProposalSite();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 2_000 });
    await start();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 1_000 });
    const { token, version } = await sendNew();
    await accept(token, version);
    expect((await start()).json().amount).toBe(100_000);
    expect((await payments()).map(({ amount, status }) => [amount, status])).toEqual([
      [200_000, 'canceled'],
      [100_000, 'pending'],
    ]);
    expect([...stripe.intents.values()].map(({ status }) => status)).toEqual([
      'canceled',
      'requires_payment_method',
    ]);
  });

  test('is not offered before acceptance, without a package, or for one that is paid', async () => {
    const { sendNew, accept, pay, verify, write } = await createProposalSite();
    const open = await sendNew();
    expect(open.seen.checkoutUrl).toBeNull();
    const free = await sendNew({ packageId: null });
    expect((await accept(free.token, free.version)).json()).toMatchObject({
      status: 'accepted',
      dueToday: null,
      checkoutUrl: null,
    });
    await verify(await pay());
    expect((await accept(open.token, open.version)).json()).toMatchObject({
      paidAmount: 100_000,
      checkoutUrl: null,
    });
    expect((await write()).json().fields.packageId).toMatch(/already paid/);
  });

  test('is not offered while payments are off', async () => {
    const { sendNew, accept, admin } = await createProposalSite();
    await admin('PATCH', '/api/settings', { takePayments: false });
    const { token, version, seen } = await sendNew();
    expect(seen.dueToday).toBeNull();
    expect((await accept(token, version)).json()).toMatchObject({
      status: 'accepted',
      checkoutUrl: null,
    });
  });

  test('charges the proposal that was accepted last', async () => {
    const { sendNew, accept, start, admin, ids } = await createProposalSite();
    const first = await sendNew();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 700 });
    const second = await sendNew();
    await accept(first.token, first.version);
    expect((await start()).json().amount).toBe(100_000);
    await accept(second.token, second.version);
    expect((await start()).json().amount).toBe(70_000);
  });
});

describe('DELETE /api/packages/:id', () => {
  test('is refused while a proposal that was sent or accepted offers the package', async () => {
    const { sendNew, accept, start, withdraw, write, send, admin, ids } =
      await createProposalSite();
    const remove = () => admin('DELETE', `/api/packages/${ids.packageId}`);
    const first = await sendNew();
    expect((await remove()).json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Proposal 1 offers this package'),
    });
    await accept(first.token, first.version);
    expect((await remove()).statusCode).toBe(409);
    expect((await start()).statusCode).toBe(200);
    expect((await withdraw((await sendNew({ packageId: null })).id)).statusCode).toBe(200);
    const other = await admin('POST', '/api/packages', { ...sampleItems.packages, name: 'Other' });
    const packageId = other.json().id;
    const draft = (await write({ packageId })).json();
    expect((await admin('DELETE', `/api/packages/${packageId}`)).statusCode).toBe(204);
    expect((await send(draft.id)).json().fields).toHaveProperty('packageId');
  });
});

describe('a proposal and the people in it', () => {
  test('forgets a person whose profile is deleted, also in what was accepted', async () => {
    const { sendNew, accept, lookUp, admin, marisol, db } = await createProposalSite();
    const open = await sendNew();
    const accepted = await sendNew();
    await accept(accepted.token, accepted.version);
    expect((await admin('DELETE', `/api/talents/${marisol}`)).statusCode).toBe(204);
    const stored = JSON.stringify(await db.selectFrom('proposals').selectAll().execute());
    expect(stored).not.toMatch(new RegExp(`Marisol\\b|${marisol}|marisol.svg`));
    for (const { token } of [open, accepted]) {
      const { people, lines, note, answer } = (await lookUp(token)).json();
      expect(people[0]).toMatchObject({
        id: 'left-0',
        name: 'A person who has left',
        imageUrl: null,
      });
      expect(people[1].name).toBe('Kenji Morales');
      expect(lines[0]).toMatchObject({ text: 'a person who has left', talentId: 'left-0' });
      expect(note).toBe('Olga, a person who has left starts on Saturday, with Marisols tea.');
      expect(answer).toMatchObject({ coveredMinutes: 600, people: [{ talentId: 'left-0' }] });
    }
    // The visitor has to read it again.
    expect((await accept(open.token, open.version)).statusCode).toBe(409);
  });

  test('never keeps a person who is deleted at the same moment', async () => {
    const { write, admin, addTalent, db } = await createProposalSite();
    for (let round = 0; round < 6; round += 1) {
      const id = await addTalent({});
      const [written, deleted] = await Promise.all([
        write({ talentIds: [id], lines: [] }),
        admin('DELETE', `/api/talents/${id}`),
      ]);
      expect([201, 400]).toContain(written.statusCode);
      expect(deleted.statusCode).toBe(204);
      const rows = await db.selectFrom('proposals').select('content').execute();
      expect(JSON.stringify(rows)).not.toContain(id);
    }
  });
});
