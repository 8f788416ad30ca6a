import { describe, expect, test } from 'vitest';
import { createProposalSite, inDays } from '../support/proposal-site';
import { sampleItems, sampleLead } from '../support/samples';
import { shareSite } from '../support/test-app';

describe('a proposal', () => {
  test('is a draft with the people, their hours and the price as they were when it was written', async () => {
    const { write, input, ids, marisol, kenji, lookUp, getToken, admin } =
      await createProposalSite();
    const written = await write();
    expect(written.statusCode).toBe(201);
    const proposal = written.json();
    expect(proposal).toMatchObject({
      leadId: ids.leadId,
      number: 1,
      state: 'draft',
      status: 'draft',
      plan: input.plan,
      package: { id: ids.packageId, name: 'Full PM', amount: 100_000 },
      lines: input.lines,
      validUntil: input.validUntil,
      earliestStart: input.earliestStart,
      fromName: 'Rosa Puente',
      note: input.note,
      people: [
        {
          id: marisol,
          name: 'Marisol Vega',
          role: 'Receptionist',
          languages: ['Spanish', 'English'],
        },
        { id: kenji, name: 'Kenji Morales' },
      ],
      answer: { requestedMinutes: 840, coveredMinutes: 600 },
      sentAt: null,
      question: null,
      paidAmount: null,
    });
    const [desk, phone] = proposal.answer.desks;
    expect(desk.spans).toHaveLength(5);
    expect(desk.spans[0]).toEqual({ day: 1, from: '12:00', to: '14:00', talentId: marisol });
    expect(phone.spans).toEqual([{ day: 6, from: '09:00', to: '13:00', talentId: null }]);
    expect((await lookUp(getToken(proposal))).statusCode).toBe(404);
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 2_000 });
    expect((await write()).json()).toMatchObject({ number: 2, package: { amount: 200_000 } });
  });

  test('may have neither a plan nor people, and needs something to send', async () => {
    const { write, change, send } = await createProposalSite();
    const nothing = { plan: null, talentIds: [], packageId: null, lines: [], note: null };
    const { id, answer, number } = (await write(nothing)).json();
    expect({ answer, number }).toEqual({ answer: null, number: 1 });
    expect((await send(id)).json()).toMatchObject({ code: 'conflict' });
    await change(id, { ...nothing, lines: [{ text: 'Training', price: '$200' }] });
    expect((await send(id)).json()).toMatchObject({ state: 'sent', sentBy: 'link' });
  });

  const unknown = '00000000-0000-4000-8000-000000000000';
  const line = { text: 'Rate', price: '$13', talentId: null };

  const getSite = shareSite(createProposalSite);

  test.each<[string, object, string]>([
    ['a person who does not exist', { talentIds: [unknown], lines: [] }, 'talentIds'],
    ['a package that does not exist', { packageId: unknown }, 'packageId'],
    ['yesterday as its last day', { validUntil: inDays(-1) }, 'validUntil'],
    ['a last day in two years', { validUntil: inDays(730) }, 'validUntil'],
    ['a day that does not exist', { earliestStart: '2026-02-30' }, 'earliestStart'],
    [
      '21 people',
      { talentIds: Array.from({ length: 21 }, (_, index) => `a${index}`) },
      'talentIds',
    ],
    ['21 lines', { lines: Array(21).fill(line) }, 'lines'],
    ['a line without a price', { lines: [{ ...line, price: ' ' }] }, 'lines'],
    ['a line of somebody else', { lines: [{ ...line, talentId: unknown }] }, 'lines'],
    ['a long note', { note: 'a'.repeat(4_001) }, 'note'],
  ])('is rejected with %s', async (_, fields, field) => {
    const rejected = await getSite().write(fields);
    expect(rejected.statusCode).toBe(400);
    expect(Object.keys(rejected.json().fields)).toEqual([field]);
  });

  test.each([
    ['without a price', null],
    ['that costs more than a card can pay', 1_000_000],
  ])('is rejected with a package %s', async (_, price) => {
    const { write, admin, ids } = getSite();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price });
    expect((await write()).json().fields).toHaveProperty('packageId');
  });

  test('is stored once for a repeated request, and numbered in order by requests at once', async () => {
    const { write, ids, admin } = await createProposalSite();
    const key = { 'idempotency-key': 'proposal-0001' };
    const [first, again] = [await write({}, ids.leadId, key), await write({}, ids.leadId, key)];
    expect(again.json()).toEqual(first.json());
    await Promise.all(Array.from({ length: 5 }, () => write()));
    const all = (await admin('GET', `/api/leads/${ids.leadId}/proposals`)).json();
    expect(all.map(({ number }: { number: number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await write({}, unknown)).statusCode).toBe(404);
  });

  test('is changed by its version, until it is accepted or withdrawn', async () => {
    const { write, change, send, read, withdraw, admin } = await createProposalSite();
    const { id, updatedAt } = (await write()).json();
    const changed = await change(id, { note: 'Better.' }, updatedAt);
    expect(changed.json().note).toBe('Better.');
    expect(changed.headers.etag).toBe(`"${changed.json().updatedAt}"`);
    expect((await change(id, { note: 'Late.' }, updatedAt)).statusCode).toBe(412);
    await send(id);
    expect((await admin('DELETE', `/api/proposals/${id}`)).statusCode).toBe(409);
    expect((await change(id, { note: 'Sent.' })).json()).toMatchObject({ state: 'sent' });
    expect((await withdraw(id)).json()).toMatchObject({ state: 'withdrawn' });
    for (const rejected of [await change(id, {}), await send(id), await withdraw(id)]) {
      expect(rejected.statusCode).toBe(409);
    }
    expect((await read(id)).note).toBe('Sent.');
  });

  test('keeps the price of its package once it is sent, unless another package is chosen', async () => {
    const { sendNew, change, admin, ids } = await createProposalSite();
    const { id } = await sendNew();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 2_000, name: 'Fuller PM' });
    const kept = { id: ids.packageId, name: 'Full PM', amount: 100_000 };
    expect((await change(id, { note: 'New.' })).json().package).toEqual(kept);
    const other = { ...sampleItems.packages, name: 'Light PM', price: 300 };
    const packageId = (await admin('POST', '/api/packages', other)).json().id;
    expect((await change(id, { packageId })).json().package.amount).toBe(30_000);
  });

  test('keeps or changes the price of a draft as the owner saw it, and rejects any other', async () => {
    const { write, change, send, admin, ids } = await createProposalSite();
    const { id } = (await write({ packageAmount: 100_000 })).json();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 2_000 });
    const kept = { id: ids.packageId, name: 'Full PM', amount: 100_000 };
    expect((await change(id, { packageAmount: 100_000 })).json().package).toEqual(kept);
    for (const rejected of [
      await change(id, { packageAmount: 150_000 }),
      await write({ packageAmount: 100_000 }),
    ]) {
      expect(rejected.statusCode).toBe(400);
      expect(rejected.json().fields).toHaveProperty('packageId');
    }
    const changed = await change(id, { packageAmount: 200_000 });
    expect(changed.json().package.amount).toBe(200_000);
    expect(changed.json()).not.toHaveProperty('packageAmount');
    await send(id);
    expect((await change(id, { packageAmount: 100_000 })).statusCode).toBe(400);
  });

  test('is deleted only if it still has the version in If-Match', async () => {
    const { write, change, read, admin } = await createProposalSite();
    const { id, updatedAt } = (await write()).json();
    const remove = (version: string) =>
      admin('DELETE', `/api/proposals/${id}`, undefined, { 'if-match': `"${version}"` });
    const changed = (await change(id, { note: 'Better.' })).json();
    expect((await remove(updatedAt)).statusCode).toBe(412);
    expect((await read(id)).note).toBe('Better.');
    expect((await remove(changed.updatedAt)).statusCode).toBe(204);
  });

  test('is deleted as a draft, which its lead’s history keeps', async () => {
    const { write, admin, readLead } = await createProposalSite();
    const { id } = (await write()).json();
    expect((await admin('DELETE', `/api/proposals/${id}`)).statusCode).toBe(204);
    expect((await admin('GET', `/api/proposals/${id}`)).statusCode).toBe(404);
    const entries = (await readLead()).timeline.filter(
      ({ kind }: { kind: string }) => kind === 'proposal',
    );
    expect(entries.map(({ after }: { after: unknown }) => after)).toEqual([
      { number: 1, what: 'deleted' },
      { number: 1, what: 'written' },
    ]);
  });
});

describe('sending a proposal', () => {
  test('moves a lead that is not won to proposal_sent, with its history', async () => {
    const { sendNew, readLead, admin, addLead } = await createProposalSite();
    await sendNew();
    const lead = await readLead();
    expect(lead.status).toBe('proposal_sent');
    expect(lead.proposals).toMatchObject([{ number: 1, state: 'sent', sentBy: 'link' }]);
    expect(lead.timeline).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'status', by: 'admin' }),
        expect.objectContaining({ kind: 'proposal', after: { number: 1, what: 'linked' } }),
      ]),
    );
    const lost = await addLead('lost@crew.example');
    await admin('PATCH', `/api/leads/${lost}`, { status: 'closed_lost' });
    await sendNew({}, lost);
    expect((await readLead(lost)).status).toBe('proposal_sent');
    await admin('PATCH', `/api/leads/${lost}`, { status: 'closed_won' });
    await sendNew({}, lost);
    expect((await readLead(lost)).status).toBe('closed_won');
  });

  test('mails the link to the lead once for a repeated request, and again when it is asked to', async () => {
    const { write, send, smtp, lookUp, getToken } = await createProposalSite();
    const { id } = (await write()).json();
    const key = { 'idempotency-key': 'send-proposal-1' };
    const sent = (await send(id, 'mail', key)).json();
    expect((await send(id, 'mail', key)).json()).toEqual(sent);
    const toLead = async () =>
      (await smtp.received(0)).filter(({ subject }) => subject === 'Crewbridge: your proposal');
    await expect.poll(async () => (await toLead()).length).toBe(1);
    const [mail] = await toLead();
    expect(mail?.to).toBe(sampleLead.email);
    for (const part of [sent.url, '10 of 14 hours a week', 'Full PM: $1,000', '$13 an hour']) {
      expect(mail?.text.replace(/\s+/g, ' ')).toContain(part);
    }
    expect((await lookUp(getToken(sent))).json()).toMatchObject({ status: 'open', number: 1 });
    await send(id, 'mail');
    await expect.poll(async () => (await toLead()).length).toBe(2);
  });

  test('is refused by email while email is off, and after the last day', async () => {
    const { write, send, expire } = await createProposalSite({ SMTP_URL: '' });
    const { id } = (await write()).json();
    expect((await send(id, 'mail')).json().message).toBe('Mail is off: no mail server is set.');
    await expire(id);
    expect((await send(id)).json().fields).toHaveProperty('validUntil');
  });
});

describe('GET /api/proposals', () => {
  test('lists what waits for the visitor or for the owner, the first to end first', async () => {
    const { sendNew, write, ask, expire, admin, accept, withdraw, change } =
      await createProposalSite();
    const waiting = await sendNew();
    const expiring = await sendNew({ validUntil: inDays(2) });
    const expired = await sendNew();
    await expire(expired.id);
    await ask(expired.token, null, 'renewal');
    await write();
    await withdraw((await sendNew()).id);
    const accepted = await sendNew();
    await accept(accepted.token, accepted.version);
    const list = async () => (await admin('GET', '/api/proposals')).json();
    expect(await list()).toMatchObject([
      {
        number: 3,
        status: 'expired',
        isExpiring: false,
        question: { topic: 'renewal', text: null },
      },
      { number: 2, status: 'open', isExpiring: true, question: null },
      {
        number: 1,
        status: 'open',
        isExpiring: false,
        companyName: sampleLead.companyName,
        amount: 100_000,
      },
    ]);
    expect((await admin('GET', '/api/overview')).json().proposals).toEqual(await list());
    await ask(accepted.token, 'When do we start?');
    expect((await list()).at(-1)).toMatchObject({
      number: 6,
      status: 'accepted',
      question: { text: 'When do we start?' },
    });
    await change(expiring.id, {});
    expect((await list()).map(({ number }: { number: number }) => number)).toEqual([3, 1, 2, 6]);
    expect(waiting.seen.hasOpenQuestion).toBe(false);
  });

  const getSite = shareSite(createProposalSite);

  test.each<
    [string, (site: Awaited<ReturnType<typeof createProposalSite>>, id: string) => unknown]
  >([
    [
      'records a contact',
      ({ admin, ids }) => admin('POST', `/api/leads/${ids.leadId}/contacted`, { channel: 'phone' }),
    ],
    [
      'writes a mail',
      ({ admin, ids }) =>
        admin('POST', `/api/leads/${ids.leadId}/mail`, { subject: 'Yes', body: 'Gladly.' }),
    ],
    ['changes the proposal', ({ change }, id) => change(id, { note: 'With an answer.' })],
    ['sends it again', ({ send }, id) => send(id)],
  ])('shows a question until the owner %s', async (_, answer) => {
    const site = getSite();
    const { id, token } = await site.sendNew();
    await site.ask(token, 'Can Marisol start earlier?');
    expect((await site.read(id)).question).toMatchObject({ text: 'Can Marisol start earlier?' });
    await answer(site, id);
    expect((await site.read(id)).question).toBeNull();
  });
});
