import { describe, expect, test } from 'vitest';
import { createProposalSite } from '../support/proposal-site';
import { sampleItems } from '../support/samples';

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

  test('is not offered once an inquiry that is merged with the lead has paid for the package', async () => {
    const { sendNew, accept, lookUp, addLead, admin, start, stripe, verify, ids } =
      await createProposalSite();
    const { token, version } = await sendNew();
    const otherId = await addLead('olga@elsewhere.example');
    await start({ ...ids, leadId: otherId });
    const intent = stripe.only();
    stripe.pay(intent.id);
    await verify(intent.id);
    await admin('POST', '/api/leads/merge', { keepId: ids.leadId, otherId });
    expect((await accept(token, version)).json()).toMatchObject({
      paidAmount: 100_000,
      checkoutUrl: null,
    });
    expect((await lookUp(token)).json().dueToday).toBeNull();
  });

  test('is refused, with the proposal, once the package is paid at another price', async () => {
    const { sendNew, accept, pay, verify, lookUp, admin, ids } = await createProposalSite();
    const first = await sendNew();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 1_500 });
    const second = await sendNew();
    await accept(first.token, first.version);
    await verify(await pay());
    const refused = await accept(second.token, second.version);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toMatch(
      /already paid at another price\. Nothing was accepted\./,
    );
    expect((await lookUp(second.token)).json().status).toBe('open');
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
