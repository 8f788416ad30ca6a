import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { checkSecrets } from '../../src/operations/checks/startup-checks.server';
import { serve } from '../support/http-server';
import { sampleLead } from '../support/samples';
import { startWebhookReceiver } from '../support/webhook-receiver';
import { createReceivingSite, createWebhookSite } from '../support/webhook-site';

describe('webhook addresses', () => {
  test('in a private network are rejected, by address and by name', async () => {
    const { admin, addWebhook } = await createWebhookSite({});
    const receiver = await startWebhookReceiver();
    const add = (url: string) =>
      admin('POST', '/api/webhooks', { name: 'Inside', url, events: ['lead.created'] });
    for (const host of ['10.0.0.12', '127.0.0.1', '[::1]', '169.254.169.254']) {
      const response = await add(`https://${host}/`);
      expect(response.statusCode).toBe(400);
      expect(response.json().fields.url).toContain('inside a private network');
    }
    const { id } = await addWebhook(receiver.url.replace('127.0.0.1', 'localhost'));
    const outcome = (await admin('POST', `/api/webhooks/${id}/test`)).json();
    expect(outcome.success).toBe(false);
    expect(outcome.message).toMatch(/localhost is at the private address/);
    expect(receiver.received).toEqual([]);
  });

  test('require https and contain no password', async () => {
    const { admin } = await createWebhookSite();
    for (const url of [
      'http://example.com/',
      'ftp://example.com/',
      'https://a:b@example.com/',
      'x',
    ]) {
      const response = await admin('POST', '/api/webhooks', {
        name: 'Wrong',
        url,
        events: ['lead.created'],
      });
      expect([url, response.statusCode]).toEqual([url, 400]);
    }
  });
});

/** Starts a site with a webhook whose secret can be changed, and whose signature can be verified. */
async function createSecretSite() {
  const { admin, receiver, id, secret, db } = await createReceivingSite();
  const change = async (action: string) =>
    (await admin('PATCH', `/api/webhooks/${id}`, { secret: action })).json();
  const verifyLast = async (key: string) => {
    await admin('POST', `/api/webhooks/${id}/test`);
    const message = receiver.received.at(-1);
    return new Webhook(key).verify(message?.body ?? '', message?.headers as Record<string, string>);
  };
  return { secret, change, verifyLast, db };
}

describe('webhook secrets', () => {
  test('are returned once, and stored encrypted', async () => {
    const { addWebhook, admin, db } = await createWebhookSite();
    const { id, secret } = await addWebhook('https://hooks.example/crew');
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const list = await admin('GET', '/api/webhooks');
    expect(list.body).not.toContain('whsec_');
    expect((await admin('PATCH', `/api/webhooks/${id}`, { name: 'New' })).json().secret).toBeNull();
    const everything = JSON.stringify([
      await db.selectFrom('webhooks').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ]);
    expect(everything).not.toContain(secret.slice('whsec_'.length));
  });

  test('stay valid for 24 hours after they are replaced', async () => {
    const { secret, change, verifyLast } = await createSecretSite();
    const replaced = await change('replace');
    expect(Date.parse(replaced.previousSecretUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await verifyLast(secret);
    await verifyLast(replaced.secret);
    expect((await change('end-old')).previousSecretUntil).toBeNull();
    await verifyLast(replaced.secret);
    await expect(verifyLast(secret)).rejects.toThrow('No matching signature');
  });

  test('stay valid when the one that replaced them is lost and replaced, too', async () => {
    const { secret, change, verifyLast, db } = await createSecretSite();
    const lost = await change('replace');
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await db.updateTable('webhooks').set({ previousSecretUntil: inAnHour }).execute();
    const newest = await change('replace');
    expect(Date.parse(newest.previousSecretUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await verifyLast(newest.secret);
    await verifyLast(secret);
    await expect(verifyLast(lost.secret)).rejects.toThrow('No matching signature');

    // When that time is over, the receiver has the newest one.
    const past = new Date(Date.now() - 1000).toISOString();
    await db.updateTable('webhooks').set({ previousSecretUntil: past }).execute();
    await verifyLast((await change('replace')).secret);
    await verifyLast(newest.secret);
    await expect(verifyLast(secret)).rejects.toThrow('No matching signature');
  });

  test('stay expired when their time is over and the owner asks to keep them', async () => {
    const { secret, change, verifyLast, db } = await createSecretSite();
    const replaced = await change('replace');
    const past = new Date(Date.now() - 1000).toISOString();
    await db.updateTable('webhooks').set({ previousSecretUntil: past }).execute();
    expect((await change('keep-old')).previousSecretUntil).toBeNull();
    await verifyLast(replaced.secret);
    await expect(verifyLast(secret)).rejects.toThrow('No matching signature');
  });

  test('are encrypted again when SECRET_KEY is set for the first time, and then need that key', async () => {
    const { db, environment, admin, addWebhook } = await createWebhookSite();
    const { id } = await addWebhook('https://hooks.example/crew');
    await admin('PATCH', `/api/webhooks/${id}`, { secret: 'replace' });
    const check = (letter: string, reencrypt: boolean) =>
      checkSecrets(
        { db, environment: { ...environment, SECRET_KEY: letter.repeat(32) } },
        { reencrypt },
      );
    const readSecrets = () =>
      db
        .selectFrom('webhooks')
        .select(['secret', 'previousSecret'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await readSecrets();
    expect(await check('k', true)).toEqual([]);
    const after = await readSecrets();
    expect(after.secret).not.toBe(before.secret);
    expect(after.previousSecret).not.toBe(before.previousSecret);
    expect(await check('k', false)).toEqual([]);
    expect(await check('x', false)).toEqual([
      expect.stringMatching(/^Messages to webhooks can’t be signed.* SECRET_KEY has changed/),
    ]);
  });
});

describe('webhooks', () => {
  test('change only in the version that If-Match names, if it names one', async () => {
    const { admin, id } = await createReceivingSite();
    const change = (name: string, version?: string) =>
      admin('PATCH', `/api/webhooks/${id}`, { name }, version ? { 'if-match': version } : {});
    const first = await change('Sheet 1');
    const { etag } = first.headers;
    expect(etag).toBe(`"${first.json().updatedAt}"`);
    expect((await change('Sheet 2', etag)).statusCode).toBe(200);
    const refused = await change('Sheet 3', etag);
    expect([refused.statusCode, refused.json().code]).toEqual([412, 'changed']);
    const [stored] = (await admin('GET', '/api/webhooks')).json();
    expect(stored.name).toBe('Sheet 2');
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
