import { expect } from 'vitest';
import { createTestApp, shortTimings, type TestSite } from './test-app';
import { startWebhookReceiver } from './webhook-receiver';

export const allowedReceivers = {
  PRIVATE_ADDRESSES: '127.0.0.1',
  SITE_URL: 'https://crew.example',
};

/** Starts a site that may send webhooks to the test's own receivers. */
export async function createWebhookSite(settings: Record<string, string> = allowedReceivers) {
  const site = await createTestApp(settings, shortTimings);
  return withWebhooks(site);
}

/** Adds helpers for webhooks to a site. */
export function withWebhooks<T extends Pick<TestSite, 'admin'>>(site: T) {
  const addWebhook = async (url: string, change: object = {}) => {
    const response = await site.admin('POST', '/api/webhooks', {
      name: 'Sheet',
      url,
      events: ['lead.created'],
      ...change,
    });
    expect(response.statusCode).toBe(201);
    return response.json() as { id: string; secret: string };
  };
  const listAttempts = async (id: string) =>
    (await site.admin('GET', `/api/webhooks/${id}/attempts`)).json();
  const listDeliveries = async (leadId: string) =>
    (await site.admin('GET', `/api/leads/${leadId}/deliveries`)).json() as {
      id: string;
      kind: string;
      callId: string | null;
      status: string;
      target: string | null;
      answer: string | null;
      lastError: string | null;
    }[];
  const waitForStatus = async (leadId: string, kind: string, status: string) => {
    const find = async () => (await listDeliveries(leadId)).find((one) => one.kind === kind);
    await expect.poll(async () => (await find())?.status).toBe(status);
    return find();
  };
  return { ...site, addWebhook, listAttempts, listDeliveries, waitForStatus };
}

/** Starts a site with a webhook, and its receiver. */
export async function createReceivingSite(change: object = {}) {
  const site = await createWebhookSite();
  const receiver = await startWebhookReceiver();
  return { ...site, receiver, ...(await site.addWebhook(receiver.url, change)) };
}
