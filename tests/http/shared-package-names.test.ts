import { describe, expect, test } from 'vitest';
import { postInquiryForm } from '../support/inquiry-form';
import { createPaymentSite } from '../support/payment-site';
import { sampleItems, sampleLead } from '../support/samples';

/** A site with payments on and two packages named 'Full PM': one for $1,000, one for $300. */
async function siteWithSharedName() {
  const site = await createPaymentSite();
  const add = async (fields: object) =>
    (await site.admin('POST', '/api/packages', { ...sampleItems.packages, ...fields })).json()
      .id as string;
  const cheap = await add({ price: 300 });
  const other = await add({ name: 'Light PM', price: 500 });
  const send = async (fields: object) =>
    (await site.visitor('POST', '/api/leads', { ...sampleLead, ...fields })).json().id as string;
  const findLead = async (id: string) =>
    (await site.admin('GET', '/api/leads')).json().find((lead: { id: string }) => lead.id === id);
  return { ...site, expensive: site.ids.packageId, cheap, other, send, findLead };
}

describe('POST /api/leads with packages that share a name', () => {
  test('stores the id of the chosen package next to its name', async () => {
    const { send, findLead, cheap, expensive } = await siteWithSharedName();
    for (const interestedPackageId of [cheap, expensive]) {
      const lead = await findLead(await send({ interestedPackageId }));
      expect(lead).toMatchObject({ interestedPackage: 'Full PM', interestedPackageId });
    }
  });

  test('stores no package id that is unknown, belongs to another name or is missing', async () => {
    const { send, findLead, other } = await siteWithSharedName();
    const ignored = [
      { interestedPackageId: 'gone' },
      { interestedPackageId: other },
      { interestedPackageId: other, interestedPackage: null },
      { interestedPackageId: null },
      { interestedPackageId: '' },
      {},
    ];
    for (const fields of ignored) {
      const lead = await findLead(await send(fields));
      const { interestedPackage } = { ...sampleLead, ...fields };
      expect(lead).toMatchObject({ interestedPackage, interestedPackageId: null });
    }
  });

  test('returns the same response for a repeated key after its package was deleted', async () => {
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
  test('matches a request stored without a package id by an earlier release', async () => {
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

describe('POST /api/payments with packages that share a name', () => {
  test('charges the price of the chosen package, and returns 404 for the one that was not chosen', async () => {
    const { send, start, stripe, cheap, expensive } = await siteWithSharedName();
    for (const [packageId, otherId, amount] of [
      [cheap, expensive, 30_000],
      [expensive, cheap, 100_000],
    ] as const) {
      const leadId = await send({ interestedPackageId: packageId });
      const { size } = stripe.intents;
      expect((await start({ leadId, packageId: otherId })).statusCode).toBe(404);
      expect(stripe.intents.size).toBe(size);
      const started = await start({ leadId, packageId });
      expect(started.json()).toMatchObject({ amount });
      expect([...stripe.intents.values()].at(-1)).toMatchObject({
        amount,
        metadata: { leadId, packageId },
      });
    }
  });

  test('charges the current price after the chosen package was renamed', async () => {
    const { admin, send, start, other, cheap } = await siteWithSharedName();
    const leadId = await send({ interestedPackageId: cheap });
    await admin('PATCH', `/api/packages/${cheap}`, { name: 'Half PM', price: 350 });
    const started = await start({ leadId, packageId: cheap });
    expect(started.json()).toMatchObject({ amount: 35_000 });
    expect((await start({ leadId, packageId: other })).statusCode).toBe(404);
  });

  test('returns 404 for a package that was deleted after it was chosen', async () => {
    const { admin, send, start, stripe, cheap } = await siteWithSharedName();
    const leadId = await send({ interestedPackageId: cheap });
    expect((await admin('DELETE', `/api/packages/${cheap}`)).statusCode).toBe(204);
    const rejected = await start({ leadId, packageId: cheap });
    expect(rejected.statusCode).toBe(404);
    expect(rejected.json().message).toBe(
      'This payment link is not valid. Please choose a package again, or write to us.',
    );
    expect(stripe.calls).toEqual([]);
  });
});

describe('POST /enquiry with packages that share a name', () => {
  test('links to the payment of the chosen package', async () => {
    const site = await siteWithSharedName();
    for (const id of [site.cheap, site.expensive]) {
      const page = await site.visitor('GET', `/enquiry?package=${id}`);
      expect(page.body).toMatch(
        new RegExp(`<option (value="${id}" selected|selected="" value="${id}")`),
      );
      const sent = await postInquiryForm(site, {
        ...sampleLead,
        message: id,
        interestedPackage: id,
      });
      expect(sent.statusCode).toBe(201);
      expect(sent.body).toContain(`packageId=${id}`);
      const [lead] = (await site.admin('GET', '/api/leads')).json();
      expect(lead).toMatchObject({ interestedPackage: 'Full PM', interestedPackageId: id });
    }
  });

  test('accepts a package name, and offers no payment when the name is ambiguous', async () => {
    const site = await siteWithSharedName();
    const light = await postInquiryForm(site, { ...sampleLead, interestedPackage: 'Light PM' });
    expect(light.body).toContain(`packageId=${site.other}`);
    const full = await postInquiryForm(site, { ...sampleLead, interestedPackage: 'Full PM' });
    expect(full.statusCode).toBe(201);
    expect(full.body).not.toContain('packageId=');
    expect(full.body).toContain('We have your inquiry about Full PM.');
  });

  test('shows the form again with its values when the chosen package was deleted', async () => {
    const site = await siteWithSharedName();
    await site.admin('DELETE', `/api/packages/${site.cheap}`);
    const sent = await postInquiryForm(site, { ...sampleLead, interestedPackage: site.cheap });
    expect(sent.statusCode).toBe(400);
    expect(sent.body).toContain('This package is no longer offered. Please choose again.');
    expect(sent.body).toContain(`value="${sampleLead.companyName}"`);
  });
});
