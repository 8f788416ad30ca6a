import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { serve } from '../support/http-server';
import { sampleLead } from '../support/samples';
import { startWebhookReceiver } from '../support/webhook-receiver';
import { createReceivingSite, createWebhookSite } from '../support/webhook-site';

describe('webhooks', () => {
  test('fail verification with any other secret', async () => {
    const { addWebhook, visitor, receiver } = await createReceivingSite();
    const other = await addWebhook(receiver.url, { isActive: false });
    await visitor('POST', '/api/leads', sampleLead);
    const [message] = await receiver.waitFor(1);
    expect(() =>
      new Webhook(other.secret).verify(
        message?.body ?? '',
        message?.headers as Record<string, string>,
      ),
    ).toThrow();
  });

  test('send Slack a readable message without markup from the visitor', async () => {
    const { visitor, receiver } = await createReceivingSite({ format: 'slack' });
    const name = '<!channel> & *Co*';
    const { id } = (
      await visitor('POST', '/api/leads', { ...sampleLead, companyName: name })
    ).json();
    const [message] = await receiver.waitFor(1);
    const { text } = JSON.parse(message?.body ?? '');
    expect(text).toMatch(/^\*New lead, &lt;!channel&gt; &amp; Co\*\n/);
    expect(text).toContain(`<https://crew.example/admin/leads/${id}|Open it>`);
  });

  test('follow no redirect', async () => {
    const { addWebhook, admin } = await createWebhookSite();
    const target = await startWebhookReceiver();
    const redirect = await serve((_, response) =>
      response.writeHead(302, { location: target.url }).end(),
    );
    const { id } = await addWebhook(redirect.origin);
    const outcome = (await admin('POST', `/api/webhooks/${id}/test`)).json();
    expect(outcome).toEqual({
      success: false,
      message: '127.0.0.1 redirects, which is not followed',
    });
    expect(target.received).toEqual([]);
  });

  test('are tested at most ten times within ten minutes', async () => {
    const { addWebhook, admin } = await createWebhookSite();
    const receiver = await startWebhookReceiver();
    const ids = [await addWebhook(receiver.url), await addWebhook(receiver.url)];
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const response = await admin('POST', `/api/webhooks/${ids[index % 2]?.id}/test`);
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect(receiver.received).toHaveLength(10);
  });
});
