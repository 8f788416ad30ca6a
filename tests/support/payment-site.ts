import { expect } from 'vitest';
import { sampleItems, sampleLead } from './samples';
import { startSmtp } from './smtp';
import { type SignedEvent, startStripe } from './stripe';
import { createTestApp, onSiteReleased, shortTimings } from './test-app';

/** Starts a site that takes payments, with one package of $1,000 and a lead that selected it. */
export async function createPaymentSite(settings: Record<string, string> = {}) {
  const stripe = await startStripe();
  const smtp = await startSmtp();
  onSiteReleased(async () => {
    await smtp.close();
    await stripe.close();
  });
  const site = await createTestApp(
    {
      SITE_URL: 'https://crew.example',
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
      ...stripe.settings,
      ...settings,
    },
    shortTimings,
  );
  const { visitor, admin, db } = site;
  const item = (await admin('POST', '/api/packages', sampleItems.packages)).json();
  const lead = (await visitor('POST', '/api/leads', sampleLead)).json();
  const ids = { leadId: lead.id as string, packageId: item.id as string };

  const findMails = async (kind: string) =>
    db.selectFrom('outbox').selectAll().where('kind', '=', kind).execute();

  const beginPayment = async (): Promise<string> => {
    const started = await visitor('POST', '/api/payments', ids);
    expect(started.statusCode).toBe(200);
    return stripe.only().id;
  };

  return {
    ...site,
    stripe,
    smtp,
    ids,
    start: (body: unknown = ids) => visitor('POST', '/api/payments', body),
    /** Starts a payment. @returns the id of its PaymentIntent */
    beginPayment,
    /** Starts a payment and pays it at Stripe, of which the site does not know yet. @returns its id */
    async pay(): Promise<string> {
      const id = await beginPayment();
      stripe.pay(id);
      return id;
    },
    verify: (paymentIntentId: string) =>
      visitor('POST', '/api/payment-success', { paymentIntentId }),
    sendWebhook: ({ payload, headers }: SignedEvent) =>
      site.app.inject({ method: 'POST', url: '/api/stripe/webhook', payload, headers }),
    payments: () => db.selectFrom('payments').selectAll().orderBy('createdAt').execute(),
    /** The outbox rows of the mails about a received payment. */
    confirmations: () => findMails('payment-confirmation'),
    notifications: () => findMails('payment-notification'),
  };
}
