import { describe, expect, test } from 'vitest';
import { paymentSite } from '../payment-site';
import { sampleItems, sampleLead } from '../samples';

/** A paying site whose two packages share the name 'Full PM': one for $1,000, one for $300. */
async function siteWithSharedName() {
  const site = await paymentSite();
  const add = async (fields: object) =>
    (await site.admin('POST', '/api/packages', { ...sampleItems.packages, ...fields })).json()
      .id as string;
  const cheap = await add({ price: 300 });
  const other = await add({ name: 'Light PM', price: 500 });
  const send = async (fields: object) =>
    (await site.visitor('POST', '/api/leads', { ...sampleLead, ...fields })).json().id as string;
  const storedLead = async (id: string) =>
    (await site.admin('GET', '/api/leads')).json().find((one: { id: string }) => one.id === id);
  return { ...site, dear: site.ids.packageId, cheap, other, send, storedLead };
}

describe('POST /api/leads', () => {
  test('stores the id of the chosen package beside its name', async () => {
    const { send, storedLead, cheap, dear } = await siteWithSharedName();
    for (const interestedPackageId of [cheap, dear]) {
      const lead = await storedLead(await send({ interestedPackageId }));
      expect(lead).toMatchObject({ interestedPackage: 'Full PM', interestedPackageId });
    }
  });

  test('stores no id when the package is unknown, has another name, or was not named', async () => {
    const { send, storedLead, other } = await siteWithSharedName();
    const refused = [
      { interestedPackageId: 'gone' },
      { interestedPackageId: other },
      { interestedPackageId: other, interestedPackage: null },
      { interestedPackageId: null },
      { interestedPackageId: '' },
      {},
    ];
    for (const fields of refused) {
      const lead = await storedLead(await send(fields));
      const { interestedPackage } = { ...sampleLead, ...fields };
      expect(lead).toMatchObject({ interestedPackage, interestedPackageId: null });
    }
  });

  test('answers a repeated key alike after its package was deleted', async () => {
    const { visitor, admin, cheap } = await siteWithSharedName();
    const body = { ...sampleLead, interestedPackageId: cheap };
    const send = () => visitor('POST', '/api/leads', body, { 'idempotency-key': 'the-same-key' });
    const first = await send();
    expect((await admin('DELETE', `/api/packages/${cheap}`)).statusCode).toBe(204);
    const second = await send();
    expect([second.statusCode, second.json()]).toEqual([201, first.json()]);
  });
});

describe('Idempotency-Key of POST /api/leads', () => {
  test('takes a request for the one that an earlier release stored without the package’s id', async () => {
    const { visitor, admin, cheap } = await siteWithSharedName();
    const countLeads = async () => (await admin('GET', '/api/leads')).json().length;
    const before = await countLeads();
    const headers = { 'idempotency-key': 'one-inquiry-0001' };
    const send = (fields: object) =>
      visitor('POST', '/api/leads', { ...sampleLead, ...fields }, headers);
    const first = await send({});
    const repeated = await send({ interestedPackageId: cheap });
    expect([repeated.statusCode, repeated.json()]).toEqual([201, first.json()]);
    const changed = { interestedPackageId: cheap, phone: '+1 555 0199' };
    expect((await send(changed)).statusCode).toBe(409);
    expect(await countLeads()).toBe(before + 1);
  });
});

describe('POST /api/payments', () => {
  test('charges the chosen one of two packages that share a name', async () => {
    const { send, start, stripe, cheap, dear } = await siteWithSharedName();
    for (const [packageId, amount] of [
      [cheap, 30_000],
      [dear, 100_000],
    ] as const) {
      const leadId = await send({ interestedPackageId: packageId });
      const started = await start({ leadId, packageId });
      expect(started.json()).toMatchObject({ amount });
      expect([...stripe.intents.values()].at(-1)).toMatchObject({
        amount,
        metadata: { leadId, packageId },
      });
    }
  });

  test('refuses the other one of two packages that share a name', async () => {
    const { send, start, stripe, cheap, dear } = await siteWithSharedName();
    const leadId = await send({ interestedPackageId: dear });
    expect((await start({ leadId, packageId: cheap })).statusCode).toBe(404);
    expect(stripe.calls).toEqual([]);
  });

  test('charges the current price after the chosen package was renamed', async () => {
    const { admin, send, start, other, cheap } = await siteWithSharedName();
    const leadId = await send({ interestedPackageId: cheap });
    await admin('PATCH', `/api/packages/${cheap}`, { name: 'Half PM', price: 350 });
    const started = await start({ leadId, packageId: cheap });
    expect(started.json()).toMatchObject({ amount: 35_000 });
    expect((await start({ leadId, packageId: other })).statusCode).toBe(404);
  });

  test('starts no payment for a package that was deleted after it was chosen', async () => {
    const { admin, send, start, stripe, cheap } = await siteWithSharedName();
    const leadId = await send({ interestedPackageId: cheap });
    expect((await admin('DELETE', `/api/packages/${cheap}`)).statusCode).toBe(204);
    const refused = await start({ leadId, packageId: cheap });
    expect(refused.statusCode).toBe(404);
    expect(refused.json().message).toBe(
      'This payment link is not valid. Please choose a package again, or write to us.',
    );
    expect(stripe.calls).toEqual([]);
  });
});

describe('POST /enquiry', () => {
  const post = (
    { app }: Awaited<ReturnType<typeof siteWithSharedName>>,
    values: Record<string, unknown>,
  ) =>
    app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(
        Object.entries(values).map(([name, value]) => [name, String(value)]),
      ).toString(),
    });

  test('offers payment for the chosen one of two packages that share a name', async () => {
    const site = await siteWithSharedName();
    for (const id of [site.cheap, site.dear]) {
      const page = await site.visitor('GET', `/enquiry?package=${id}`);
      expect(page.body).toMatch(
        new RegExp(`<option (value="${id}" selected|selected="" value="${id}")`),
      );
      const sent = await post(site, { ...sampleLead, message: id, interestedPackage: id });
      expect(sent.statusCode).toBe(201);
      expect(sent.body).toContain(`packageId=${id}`);
      const [lead] = (await site.admin('GET', '/api/leads')).json();
      expect(lead).toMatchObject({ interestedPackage: 'Full PM', interestedPackageId: id });
    }
  });

  test('takes a package by its name, and offers no payment when several share it', async () => {
    const site = await siteWithSharedName();
    const light = await post(site, { ...sampleLead, interestedPackage: 'Light PM' });
    expect(light.body).toContain(`packageId=${site.other}`);
    const full = await post(site, { ...sampleLead, interestedPackage: 'Full PM' });
    expect(full.statusCode).toBe(201);
    expect(full.body).not.toContain('packageId=');
    expect(full.body).toContain('We have your enquiry about Full PM.');
  });

  test('asks again when the chosen package was deleted meanwhile', async () => {
    const site = await siteWithSharedName();
    await site.admin('DELETE', `/api/packages/${site.cheap}`);
    const sent = await post(site, { ...sampleLead, interestedPackage: site.cheap });
    expect(sent.statusCode).toBe(400);
    expect(sent.body).toContain('This package is no longer offered. Please choose again.');
    expect(sent.body).toContain(`value="${sampleLead.companyName}"`);
  });
});
