import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findReferencedPictures, leadHooks } from '../../src/app/feature-hooks.server';
import { createProposalSite } from '../support/proposal-site';
import { readAllTables } from '../support/read-all-tables';
import { sampleLead } from '../support/samples';
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

test('webhooks receive an accepted proposal, without its link', async () => {
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
});
