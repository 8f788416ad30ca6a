import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findReferencedPictures, leadHooks } from '../../src/app/feature-hooks.server';
import { createProposalSite } from '../support/proposal-site';
import { readAllTables } from '../support/read-all-tables';
import { sampleLead } from '../support/samples';
import { shareSite } from '../support/test-app';
import { startWebhookReceiver } from '../support/webhook-receiver';
import { withWebhooks } from '../support/webhook-site';

test('erasing a person leaves nothing of their proposals', async () => {
  const { sendNew, addLead, accept, ask, admin, db } = await createProposalSite();
  const email = 'zelda@proposal.example';
  const leadId = await addLead(email);
  const open = await sendNew({ note: 'Zelda asked for Saturdays.' }, leadId);
  await ask(open.token, 'Zelda wonders when.');
  const { token, version } = await sendNew({ packageId: null }, leadId);
  await accept(token, version, 'Zelda Zimmer');
  await sendNew();
  expect((await readAllTables(db)).match(/Zelda/g)?.length).toBeGreaterThan(5);
  await admin('POST', '/api/privacy/erase', { email });
  expect((await readAllTables(db)).match(/.{60}zelda.{30}/gi)).toBeNull();
  expect((await admin('GET', '/api/proposals')).json()).toHaveLength(1);
});

test('the export of a person has their proposals, what they asked and what they accepted', async () => {
  const { sendNew, accept, ask, admin } = await createProposalSite();
  const { token, version } = await sendNew();
  await ask(token, 'When do we start?');
  await accept(token, version);
  const query = `email=${encodeURIComponent(sampleLead.email)}`;
  const [lead] = (await admin('GET', `/api/privacy/export?${query}`)).json().leads;
  expect(lead.proposals).toMatchObject([
    { state: 'accepted', acceptedBy: 'Olga Brenner', question: { text: 'When do we start?' } },
  ]);
  const kinds = lead.timeline.filter(({ kind }: { kind: string }) => kind === 'proposal');
  expect(kinds).toHaveLength(4);
  const page = await admin('GET', `/api/privacy/export?${query}&format=html`);
  expect(page.body).toContain('When do we start?');
});

test('a lead with a proposal does not expire while it was changed, or can be accepted', async () => {
  const { sendNew, addLead, db } = await createProposalSite();
  await addLead('quiet@crew.example');
  await sendNew();
  const countInUse = async (time: string) => {
    const condition = leadHooks.retention.isInUseSince(time);
    return (await db.selectFrom('leads').select('id').where(condition).execute()).length;
  };
  expect(await countInUse('2026-01-01T00:00:00.000Z')).toBe(1);
  await db
    .updateTable('proposals')
    .set({ updatedAt: sql`'2025-01-01T00:00:00.000Z'`, validUntil: '2025-02-01' })
    .execute();
  expect(await countInUse('2026-01-01T00:00:00.000Z')).toBe(0);
});

test('the picture of a person is kept as long as a proposal shows it', async () => {
  const { write, change, admin, addTalent, db } = await createProposalSite();
  const id = '0d5c2b52-8a3c-4c7e-9a55-6a1f0a3d4b10';
  const talent = await addTalent({ imageUrl: `/objects/${id}` });
  const written = (await write({ talentIds: [talent], lines: [] })).json();
  await admin('PATCH', `/api/talents/${talent}`, { imageUrl: null });
  expect(await findReferencedPictures(db)).toContain(id);
  await change(written.id, { talentIds: [talent], lines: [] });
  expect(await findReferencedPictures(db)).not.toContain(id);
});

test('webhooks receive an accepted proposal, without its link, and their log forgets a person whose profile is deleted', async () => {
  const site = withWebhooks(await createProposalSite({ PRIVATE_ADDRESSES: '127.0.0.1' }));
  const receiver = await startWebhookReceiver();
  await site.addWebhook(receiver.url, { events: ['proposal.accepted'] });
  const { token, version } = await site.sendNew();
  await site.accept(token, version);
  const [message] = await receiver.waitFor(1);
  expect(message?.body).not.toContain(token);
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    type: 'proposal.accepted',
    data: {
      number: 1,
      leadId: site.ids.leadId,
      acceptedBy: 'Olga Brenner',
      package: { name: 'Full PM', amount: 100_000 },
      people: [{ name: 'Marisol Vega' }, { name: 'Kenji Morales' }],
    },
  });
  const readLog = async () =>
    JSON.stringify(await site.db.selectFrom('webhookAttempts').selectAll().execute());
  await expect.poll(readLog).toContain('Marisol');
  await site.admin('DELETE', `/api/talents/${site.marisol}`);
  expect(await readLog()).not.toContain('Marisol');
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

  const getSite = shareSite(createProposalSite);

  test.each([
    ['Zebulon Quickfoot', 'ZEBULON Quickfoot, Zebulon or Mr. QUICKFOOT? See Quickfoots.', 3],
    ['Ana Lucía de la Cruz', 'Ana Lucía de la Cruz, Lucía Cruz. Casa de la Ana. Cruzar.', 3],
    ['J. Li', 'J. Li starts; Li, too. Life goes on.', 2],
    ['نور علي', 'نور علي, then علي.', 2],
  ])('forgets %s by each part of the name, and no other words', async (name, note, count) => {
    const { sendNew, lookUp, admin, addTalent } = getSite();
    const id = await addTalent({ name });
    const { token } = await sendNew({ talentIds: [id], lines: [], note });
    await admin('DELETE', `/api/talents/${id}`);
    const kept: string = (await lookUp(token)).json().note;
    expect(kept.match(/a person who has left/g)).toHaveLength(count);
    const others = kept.replaceAll('a person who has left', '');
    expect(others).not.toMatch(
      /(?<!\p{L})(Zebulon|Quickfoot|Ana|Lucía|Cruz|Li|نور|علي)(?!\p{L})/iu,
    );
    expect(others).toMatch(/Quickfoots|Casa de la|Life|then/);
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
