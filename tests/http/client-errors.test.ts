import { describe, expect, test } from 'vitest';
import { removePersonalData } from '../../src/analytics/client-errors/routes.server';
import { browserHeaders as browser } from '../support/browser-headers';
import { createErrorSite, report } from '../support/error-site';
import { shareSite } from '../support/test-app';

describe('POST /api/client-errors', () => {
  const getSite = shareSite(createErrorSite);
  const getEmptySite = shareSite(createErrorSite);

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', 'Firefox 115'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Safari/605.1.15',
      'Safari 16.4',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/112.0 Mobile/15E148 Safari/604.1',
      'iOS 16.4',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0.0.0 Safari/537.36 Edg/111.0',
      'Chrome 111',
    ],
    ['Opera/9.80 (Windows NT 6.1)', 'Other'],
  ])('names the engine of %s', async (userAgent, engine) => {
    const { send, list } = getSite();
    const { engine: _, ...sent } = report;
    await send(sent, { ...browser, 'user-agent': userAgent });
    expect(await list()).toContainEqual(expect.objectContaining({ engine }));
  });

  test('stores no email address, phone number or quoted input', async () => {
    const { send, list } = await createErrorSite();
    const message =
      'Error: "Olga Brenner" olga@haldenskin.example +1 555 010 0123 https://x.example/a?leadId=7';
    await send({ ...report, message });
    expect((await list())[0].message).toBe('Error: "[text]" [email] [number] https://x.example/a');
  });

  test.each([
    ['an unknown field', { ...report, url: '/checkout?leadId=7' }],
    ['a missing field', { message: report.message }],
    ['a long message', { ...report, message: 'x'.repeat(301) }],
    ['a release that is not a file name', { ...report, release: '<b>' }],
  ])('returns 400 for %s', async (_, body) => {
    const { send, list } = getEmptySite();
    expect((await send(body)).statusCode).toBe(400);
    expect(await list()).toEqual([]);
  });

  test('returns 413 for a body of more than 4 kB', async () => {
    const { send } = await createErrorSite();
    expect((await send({ ...report, message: 'x'.repeat(5000) })).statusCode).toBe(413);
  });

  test('does not store the report of a bot', async () => {
    const { send, list } = getEmptySite();
    const agent = 'Googlebot/2.1 (+http://www.google.com/bot.html)';
    expect((await send(report, { ...browser, 'user-agent': agent })).statusCode).toBe(204);
    expect(await list()).toEqual([]);
  });

  test('returns 429 to the 21st report of an address', async () => {
    const { sendFrom } = await createErrorSite();
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await sendFrom('198.51.100.1', report)).statusCode).toBe(204);
    }
    expect((await sendFrom('198.51.100.1', report)).statusCode).toBe(429);
    expect((await sendFrom('203.0.113.1', report)).statusCode).toBe(204);
  });
});

describe('removePersonalData', () => {
  test.each([
    "TypeError: Cannot read properties of undefined (reading 'parse')",
    'TypeError: can\'t access property "items", data is undefined',
    'Error: Minified React error #418; visit https://react.dev/errors/418',
    "TypeError: undefined is not an object (evaluating 'lead.items[0].map(show)')",
  ])('leaves %s unchanged', (message) => {
    expect(removePersonalData(message)).toBe(message);
  });

  test.each([
    [
      "SyntaxError: Document.querySelector: '#Olga Brenner' is not a valid selector",
      "SyntaxError: Document.querySelector: '[text]' is not a valid selector",
    ],
    [
      'SyntaxError: JSON Parse error: Unexpected identifier "Olga"',
      'SyntaxError: JSON Parse error: Unexpected identifier "[text]"',
    ],
    ['Error: No page /enquiry?company=Halden for “Olga B”', 'Error: No page /enquiry for “[text]”'],
    ['Error: olga%40haldenskin.example', 'Error: [email]'],
  ])('turns %s into %s', (message, expected) => {
    expect(removePersonalData(message)).toBe(expected);
  });
});
