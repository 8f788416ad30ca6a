import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleLead } from '../samples';
import { type ServerProcess, startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';
import { adminPassword } from '../test-app';

const data = temporaryFolder();
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer({ DATA_DIR: data.path, ADMIN_PASSWORD: adminPassword });
});
afterAll(async () => {
  await server?.stop();
  data.remove();
});

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React writes elements and attributes in its own way; HTML knows no difference.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-case': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // HTML allows any id without a space; React's begin with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // ARIA lets every list and article have a name.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // The hidden form that buttons anywhere on a page belong to (`form="…"`); some pages have none.
    'wcag/h32': 'off',
    // Checkboxes of one group share a name, as radio buttons do.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
  },
});

/** Each page with the status that it comes with. `form` is what a form of it sends. */
const pages: { path: string; status: number; form?: Record<string, string> }[] = [
  { path: '/', status: 200 },
  { path: '/talent', status: 200 },
  { path: '/talent?role=Receptionist&page=1', status: 200 },
  { path: '/talent?role=Nobody', status: 200 },
  { path: '/privacy', status: 200 },
  { path: '/schedule', status: 200 },
  { path: '/checkout', status: 200 },
  { path: '/payment-success', status: 200 },
  { path: '/enquiry', status: 200 },
  { path: '/enquiry', status: 400, form: { companyName: '', contactName: '', email: 'nobody' } },
  {
    path: '/enquiry',
    status: 201,
    form: {
      companyName: sampleLead.companyName,
      contactName: sampleLead.contactName,
      email: sampleLead.email,
    },
  },
  { path: '/admin', status: 200 },
  { path: '/admin/login', status: 200 },
  { path: '/no-such-page', status: 404 },
];

async function load({ path, status, form }: (typeof pages)[number]): Promise<string> {
  const response = await fetch(server.url + path, {
    headers: { accept: 'text/html' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  expect(response.status, path).toBe(status);
  return response.text();
}

/** The addresses that a page's HTML refers to. */
function listAddresses(html: string): string[] {
  const attributes = html.matchAll(/\s(?:href|src|action|poster)="([^"]*)"/g);
  const sets = html.matchAll(/\s(?:srcset|imagesrcset)="([^"]*)"/gi);
  return [
    ...[...attributes].map(([, address = '']) => address),
    ...[...sets].flatMap(([, set = '']) =>
      set.split(',').map((one) => one.trim().split(' ')[0] ?? ''),
    ),
  ].map((address) => address.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"));
}

/** Whether a page has the part that an anchor names; without an anchor, the whole page is meant. */
const hasId = (html: string, anchor: string): boolean =>
  anchor.length <= 1 || html.includes(` id="${decodeURIComponent(anchor.slice(1))}"`);

const nameOf = ({ path, form }: (typeof pages)[number]) =>
  form ? `${path} after a form was sent with ${Object.values(form)[0] || 'nothing'}` : path;

describe('The HTML of each page', () => {
  for (const page of pages) {
    test(`of ${nameOf(page)} is valid`, async () => {
      const report = await validator.validateString(await load(page));
      const messages = report.results.flatMap(({ messages }) =>
        messages.map(
          ({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`,
        ),
      );
      expect(messages).toEqual([]);
    });
  }

  test('refers to nothing that is missing', async () => {
    const sources = new Map<string, string>();
    const brokenAnchors: string[] = [];
    for (const page of pages) {
      const html = await load(page);
      for (const address of listAddresses(html)) {
        // An anchor alone leads to the page itself, whatever its status is.
        if (address.startsWith('#')) {
          if (!hasId(html, address)) brokenAnchors.push(`${nameOf(page)}: ${address}`);
        } else sources.set(new URL(address, server.url + page.path).href, nameOf(page));
      }
    }
    expect(brokenAnchors).toEqual([]);
    const broken: string[] = [];
    const bodies = new Map<string, Promise<{ status: number; body: string }>>();
    const read = (url: string) => {
      const known = bodies.get(url);
      if (known) return known;
      const reading = fetch(url, { headers: { accept: 'text/html' } }).then(async (response) => ({
        status: response.status,
        body: await response.text(),
      }));
      bodies.set(url, reading);
      return reading;
    };
    for (const [address, source] of sources) {
      const url = new URL(address);
      if (['mailto:', 'tel:'].includes(url.protocol)) continue;
      if (url.origin !== new URL(server.url).origin) {
        if (url.protocol !== 'https:') broken.push(`${source}: ${address} is not https`);
        continue;
      }
      const { status, body } = await read(url.origin + url.pathname + url.search);
      if (status !== 200) broken.push(`${source}: ${address} answers ${status}`);
      // A value for the page's own script, which no server is to see, is no anchor.
      const isValue = url.hash.includes('=');
      if (!isValue && !hasId(body, url.hash)) broken.push(`${source}: ${address} has no such id`);
    }
    expect(broken).toEqual([]);
    expect(sources.size).toBeGreaterThan(20);
  });
});
