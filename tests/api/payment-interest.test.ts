import { describe, expect, test } from 'vitest';
import { formatPaymentHistory } from '../../src/payments/history';
import { postInquiryForm } from '../support/inquiry-form';
import { createMailSite } from '../support/mail-site';
import { createPaymentSite } from '../support/payment-site';
import { sampleItems, sampleLead } from '../support/samples';

const path = '/api/payment-interest';

/** Starts a site without payments, with a package of $1,000 and a lead that selected it. */
async function createSite() {
  const site = await createMailSite();
  const { visitor, admin } = site;
  const item = (await admin('POST', '/api/packages', sampleItems.packages)).json();
  const lead = (await visitor('POST', '/api/leads', sampleLead)).json();
  const ids = { leadId: lead.id as string, packageId: item.id as string };
  return { ...site, ids };
}

type Site = Pick<Awaited<ReturnType<typeof createSite>>, 'admin' | 'db' | 'ids'>;

/** Lists the sentences about payments in the lead's timeline. */
const readTimeline = async ({ admin, ids }: Site): Promise<(string | undefined)[]> =>
  (await admin('GET', `/api/leads/${ids.leadId}/history?limit=100`))
    .json()
    .filter(({ subject }: { subject: string }) => subject === 'lead-payments')
    .map(({ after }: { after: unknown }) => formatPaymentHistory(after));

const listDeliveries = ({ db }: Pick<Site, 'db'>) =>
  db.selectFrom('outbox').selectAll().where('kind', '=', 'payment-interest').execute();

describe('payments that the owner has switched off', () => {
  test('are offered nowhere: not after an inquiry, at the checkout, or in an email', async () => {
    const site = await createSite();
    const { visitor, admin, ids } = site;
    const readThanks = async () =>
      (await postInquiryForm(site, { ...sampleLead, interestedPackage: ids.packageId })).body;
    const readCheckout = async () =>
      (await visitor('GET', `/checkout?${new URLSearchParams(ids)}`)).body;
    expect(await readThanks()).toContain('Proceed to Payment');
    expect(await readCheckout()).toContain('Payment processing is not available at this time.');
    await admin('PATCH', '/api/settings', { takePayments: false });
    const thanks = await readThanks();
    expect(thanks).toContain('Thank You!');
    expect(thanks).not.toContain('Proceed to Payment');
    expect(thanks).not.toContain('/checkout');
    const checkout = await readCheckout();
    expect(checkout).toContain('We don’t take payments on this site.');
    expect(checkout).not.toContain('not available at this time');
    expect((await visitor('POST', path, ids)).statusCode).toBe(204);
    expect(await listDeliveries(site)).toEqual([]);
  });
});

describe('POST /api/payment-interest', () => {
  test('records what the visitor wanted to pay for, and emails the owner once', async () => {
    const site = await createSite();
    const requests = Array.from({ length: 5 }, () => site.visitor('POST', path, site.ids));
    for (const { statusCode } of await Promise.all(requests)) expect(statusCode).toBe(204);
    expect(await readTimeline(site)).toEqual(['Wanted to pay $1,000 for Full PM']);
    expect(await listDeliveries(site)).toHaveLength(1);
    const isAboutPayment = ({ subject }: { subject: string }) =>
      subject === `Wanted to pay: ${sampleLead.companyName}`;
    const mail = await site.smtp.find(isAboutPayment);
    for (const part of ['wanted to pay', '$1,000', 'Full PM']) expect(mail.text).toContain(part);
    await site.waitForDeliveries();
    expect((await site.smtp.received(0)).filter(isAboutPayment)).toHaveLength(1);
  });

  test('records nothing for an invalid link, with the same response', async () => {
    const site = await createSite();
    const other = { ...sampleItems.packages, name: 'Light PM', price: 300 };
    const { id: otherId } = (await site.admin('POST', '/api/packages', other)).json();
    for (const ids of [
      { ...site.ids, leadId: 'nobody' },
      { ...site.ids, packageId: 'nothing' },
      { ...site.ids, packageId: otherId },
    ]) {
      expect((await site.visitor('POST', path, ids)).statusCode).toBe(204);
    }
    expect(await readTimeline(site)).toEqual([]);
    expect(await listDeliveries(site)).toEqual([]);
  });

  test('records nothing while payments are on', async () => {
    const site = await createPaymentSite();
    expect((await site.visitor('POST', path, site.ids)).statusCode).toBe(204);
    expect(await readTimeline(site)).toEqual([]);
  });
});
