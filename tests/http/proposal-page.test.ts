import { describe, expect, test } from 'vitest';
import { proposalLimits } from '../../src/proposals/proposal';
import { createProposalSite, inDays } from '../support/proposal-site';
import { shareSite } from '../support/test-app';

type Site = Awaited<ReturnType<typeof createProposalSite>>;

const html = { accept: 'text/html' };

/** The text of a page: scripts, styles and tags left out. */
const toText = (body: string) =>
  body
    .replaceAll(/<(style|script|title)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');

const open = async ({ visitor }: Site, token: string) => {
  const response = await visitor('GET', `/proposal/${token}`, undefined, html);
  return { ...response, text: toText(response.body) };
};

/** Posts a form of the page, as a browser does. */
const post = async ({ app }: Site, token: string, fields: Record<string, string>) => {
  const response = await app.inject({
    method: 'POST',
    url: `/proposal/${token}`,
    headers: { ...html, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return { ...response, text: toText(response.body) };
};

describe('GET /proposal/:token', () => {
  test('shows the sheet, the people, the price and the note, without any script', async () => {
    const site = await createProposalSite();
    const line = { text: 'Hours, invoiced monthly', price: '$130 a week', talentId: null };
    const lines = [...site.input.lines, line];
    const { token } = await site.sendNew({ lines });
    const { statusCode, headers, body, text } = await open(site, token);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['referrer-policy']).toBe('strict-origin');
    expect(body).not.toMatch(/<script|\son\w+=|\sstyle=/);
    for (const part of [
      'Proposal 1, for you only',
      '10 of 14 hours covered. 4 nobody yet',
      'From Rosa Puente',
      'Monday Mon 2 h Marisol noon to 2 pm',
      'Marisol Vega Monday to Friday, noon to 2 pm. Boulevard. Spanish and English. 10 h $13 an hour',
      'Kenji Morales',
      'Saturday, 9 am to 1 pm : nobody yet.',
      'From Rosa Olga, Marisol starts on Saturday',
      'Full PM one-time $1,000',
      'Hours, invoiced monthly $130 a week',
      'Due today $1,000',
      'Accept and pay',
      'Ask a question',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain(site.ids.leadId);
  });

  const getSite = shareSite(createProposalSite);

  test.each([
    ['an invented address', 'a'.repeat(43)],
    ['an address that is cut', '1-abc'],
    ['a strange address', '%00'],
  ])('says that there is no proposal at %s', async (_, token) => {
    const site = getSite();
    await site.sendNew();
    const { statusCode, text, headers } = await open(site, token);
    expect(statusCode).toBe(404);
    expect(text).toContain('We couldn’t find this proposal.');
    expect(headers['cache-control']).toBe('no-store');
    expect(
      (await post(site, token, { action: 'accept', version: '1', name: 'Ann' })).text,
    ).toContain('We couldn’t find this proposal.');
  });

  test.each([['TOKEN/'], ['TOKEN//'], ['TOKEN/.'], ['/TOKEN']])(
    'redirects from /proposal/%s: the 404 page would report the address to analytics',
    async (address) => {
      const site = getSite();
      const { token } = await site.sendNew();
      const { statusCode, headers } = await open(site, address.replace('TOKEN', token));
      expect([statusCode, headers.location]).toEqual([308, `/proposal/${token}`]);
    },
  );

  test('shows a draft to the owner alone', async () => {
    const site = await createProposalSite();
    const token = site.getToken((await site.write()).json());
    expect((await open(site, token)).statusCode).toBe(404);
    const { statusCode, body } = await site.admin('GET', `/proposal/${token}`, undefined, html);
    expect(statusCode).toBe(200);
    expect(toText(body)).toContain('This is a draft. Only you can open this page.');
    expect(body).not.toContain('<form');
  });

  test('says that it has run out, and asks for a new one once', async () => {
    const site = await createProposalSite();
    const { id, token } = await site.sendNew();
    await site.expire(id);
    const { text } = await open(site, token);
    expect(text).toContain('People and prices may have changed. Your sheet is still here.');
    expect(text).not.toContain('Accept and pay');
    const { statusCode, headers } = await post(site, token, { action: 'renewal' });
    expect([statusCode, headers.location]).toEqual([303, `/proposal/${token}`]);
    const after = (await open(site, token)).text;
    expect(after).toContain('We have your message, and get back to you.');
    expect(after).not.toContain('Ask for a new one');
  });

  test('says why it does not ask for a new one after 20 questions', async () => {
    const site = await createProposalSite();
    const { id, token } = await site.sendNew();
    for (let count = 0; count < 20; count += 1) await site.ask(token, `Question ${count}`);
    // The owner answers by changing it.
    await site.change(id, {});
    await site.expire(id);
    const { statusCode, text } = await post(site, token, { action: 'renewal' });
    expect(statusCode).toBe(429);
    expect(text).toMatch(
      /You have asked many questions here\. Please write to us at .+ Ask for a new/,
    );
  });

  test('says that it was withdrawn, and nothing of what it said', async () => {
    const site = await createProposalSite();
    const { id, token } = await site.sendNew();
    await site.withdraw(id);
    const { statusCode, text } = await open(site, token);
    expect(statusCode).toBe(200);
    expect(text).toContain('Proposal 1 was withdrawn.');
    expect(text).not.toMatch(/Marisol|\$1,000|Accept/);
  });

  test('escapes what the owner and the client wrote', async () => {
    const site = await createProposalSite();
    const evil = '<img src=x onerror=alert(1)>';
    const lines = [{ text: evil, price: evil, talentId: null }];
    const { token } = await site.sendNew({ note: evil, fromName: evil, lines });
    await post(site, token, { action: 'accept', version: inDays(0), name: evil });
    expect((await open(site, token)).body).not.toContain('<img src=x');
  });

  test('keeps who has left out of its sheet', async () => {
    const site = await createProposalSite();
    const { token } = await site.sendNew();
    await site.admin('DELETE', `/api/talents/${site.marisol}`);
    const { text } = await open(site, token);
    expect(text).not.toMatch(/Marisol\b/);
    expect(text).toContain('Left noon to 2 pm');
    expect(text).toContain('A person who has left');
  });
});

describe('POST /proposal/:token', () => {
  test('accepts with the typed name, and goes on to the checkout of the agreed price', async () => {
    const site = await createProposalSite();
    const { token, version } = await site.sendNew();
    await site.admin('PATCH', `/api/packages/${site.ids.packageId}`, {
      name: 'Dearer',
      price: 2_000,
    });
    const sent = await post(site, token, { action: 'accept', version, name: ' Olga Brenner ' });
    expect(sent.statusCode).toBe(303);
    const checkout = `/checkout?leadId=${site.ids.leadId}&packageId=${site.ids.packageId}`;
    expect(sent.headers.location).toBe(checkout);
    const page = await site.visitor('GET', checkout, undefined, html);
    expect(toText(page.body)).toContain('Full PM $1,000 one-time As agreed in proposal 1');
    const { text } = await open(site, token);
    expect(text).toContain('Accepted by Olga Brenner');
    expect(text).toContain('Pay now');
    expect(text).not.toMatch(/Accept and pay|Due today/);
  });

  test('returns to the page when there is nothing to pay', async () => {
    const site = await createProposalSite();
    const { token, version } = await site.sendNew({ packageId: null });
    expect((await open(site, token)).text).toContain('Accept Nothing is charged here.');
    const { headers } = await post(site, token, { action: 'accept', version, name: 'Olga' });
    expect(headers.location).toBe(`/proposal/${token}`);
    expect((await open(site, token)).text).not.toContain('Pay now');
  });

  test('shows the changed proposal instead of accepting what the client has not read', async () => {
    const site = await createProposalSite();
    const { id, token, version } = await site.sendNew();
    await site.change(id, { lines: [{ text: 'Start-up fee', price: '$99', talentId: null }] });
    const { statusCode, text, body } = await post(site, token, {
      action: 'accept',
      version,
      name: 'Olga Brenner',
    });
    expect(statusCode).toBe(409);
    expect(text).toContain('This proposal has changed since you opened it.');
    expect(text).toContain('Start-up fee $99');
    expect(body).toContain('value="Olga Brenner"');
    const [, next = ''] = body.match(/name="version" value="([^"]+)"/) ?? [];
    expect(next).not.toBe(version);
    const again = await post(site, token, {
      action: 'accept',
      version: next,
      name: 'Olga Brenner',
    });
    expect(again.statusCode).toBe(303);
  });

  test('asks for a name and for a question, and keeps what was typed', async () => {
    const site = await createProposalSite();
    const { token, version } = await site.sendNew();
    const unnamed = await post(site, token, { action: 'accept', version, name: '  ' });
    expect([unnamed.statusCode, unnamed.text]).toEqual([
      400,
      expect.stringContaining('Please enter your name'),
    ]);
    const empty = await post(site, token, { action: 'question', text: '' });
    expect([empty.statusCode, empty.text]).toEqual([
      400,
      expect.stringContaining('Please enter your question'),
    ]);
    expect(empty.body).toContain('<details');
    expect(empty.body).toMatch(/<details[^>]* open/);
    expect((await site.read((await site.readLead()).proposals[0].id)).status).toBe('open');
  });

  test('brings a question to the lead, and says that it arrived', async () => {
    const site = await createProposalSite();
    const { token } = await site.sendNew();
    // A browser sends each line break as two characters, and the field counts it as one.
    const question = 'Can Marisol start a week earlier?\nOr two?';
    const text = question + 's'.repeat(proposalLimits.question - question.length);
    const fields = { action: 'question', text: text.replace('\n', '\r\n') };
    const { statusCode, headers } = await post(site, token, fields);
    expect([statusCode, headers.location]).toEqual([303, `/proposal/${token}#price`]);
    expect((await open(site, token)).text).toContain('We have your question');
    const { proposals } = await site.readLead();
    expect(proposals[0].question).toMatchObject({ topic: 'question', text });
  });

  const getSite = shareSite(createProposalSite);

  test.each([
    ['an unknown action', { action: 'withdraw' }, 400],
    ['no action', { name: 'Ann' }, 400],
    ['a repeated field', { action: 'accept', name: 'a'.repeat(20_000) }, 400],
  ])('rejects %s', async (_, fields, status) => {
    const site = getSite();
    const { id, token } = await site.sendNew();
    expect((await post(site, token, fields)).statusCode).toBe(status);
    expect((await site.read(id)).status).toBe('open');
  });
});
