import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, test } from 'vitest';
import { version as release } from '../../package.json';
import { ApiClient } from '../support/api-client';
import { projectRoot } from '../support/operate';
import { samplePlan } from '../support/sample-plan';
import { sampleLead } from '../support/samples';
import { shareServer } from '../support/test-resources';

const getServer = shareServer();
/** The path of a proposal's page, which has a token. */
let proposalPath = '';

/** Sends a proposal with everything that it can have. @returns the path of its page */
async function sendProposal(api: ApiClient): Promise<string> {
  await api.signIn();
  const post = async (path: string, body: object) =>
    (await api.post(path, body)).body as { id: string; url: string };
  const { id: leadId } = await post('/api/leads', { ...sampleLead, plan: samplePlan });
  const [talents, packages] = await Promise.all(
    ['talents', 'packages'].map(async (path) => (await api.get(`/api/${path}`)).body),
  );
  const { id } = await post(`/api/leads/${leadId}/proposals`, {
    plan: samplePlan,
    talentIds: (talents as { id: string }[]).slice(0, 20).map((talent) => talent.id),
    packageId: (packages as { id: string }[])[0]?.id,
    lines: [{ text: 'Hours', price: '$130 a week', talentId: null }],
    validUntil: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    note: 'Send me your SOP binder this week.',
  });
  return new URL((await post(`/api/proposals/${id}/send`, { by: 'link' })).url).pathname;
}

beforeAll(async () => {
  proposalPath = await sendProposal(new ApiClient(getServer().url));
});

test('/healthz names the release and its build', async () => {
  const { headers } = await fetch(`${getServer().url}/healthz`);
  const fingerprint = readFileSync(join(projectRoot, 'dist/built-from'), 'utf8');
  expect(headers.get('x-version')).toBe(`${release}+${fingerprint.slice(0, 8)}`);
});

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React's spelling of elements and attributes differs from these rules, but is valid HTML.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-case': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // HTML allows any id without spaces. React's useId starts with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // A table cannot place blocks across its cells, as a sheet does.
    'prefer-native-element': ['error', { exclude: ['table', 'cell'] }],
    // ARIA allows a name on lists and articles.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Buttons anywhere on a page submit a hidden form through `form="…"`; some pages have no such button.
    'wcag/h32': 'off',
    // Checkboxes of a group share a name, as radio buttons do.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
  },
});

/** Each page with its status. `form` is the form data of a POST. */
const pages: { path: string; status: number; form?: Record<string, string> }[] = [
  { path: '/', status: 200 },
  { path: '/talent', status: 200 },
  { path: '/talent?role=Receptionist&page=1', status: 200 },
  { path: '/talent?role=Nobody', status: 200 },
  { path: '/privacy', status: 200 },
  { path: '/cover', status: 200 },
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
  { path: '/proposal/TOKEN', status: 200 },
  { path: '/proposal/TOKEN', status: 400, form: { action: 'accept', name: '', version: '' } },
  { path: '/proposal/unknown', status: 404 },
  { path: '/admin', status: 200 },
  { path: '/admin/login', status: 200 },
  { path: '/no-such-page', status: 404 },
];

/** Returns the address of a page on the running server. */
const buildUrl = (path: string) => getServer().url + path.replace('/proposal/TOKEN', proposalPath);

async function load({ path, status, form }: (typeof pages)[number]): Promise<string> {
  const response = await fetch(buildUrl(path), {
    headers: { accept: 'text/html' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  expect(response.status, path).toBe(status);
  return response.text();
}

/** Lists the URLs that a page's HTML refers to. */
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

/** Checks that a page contains the element that a URL fragment names; an empty fragment names the page itself. */
const hasId = (html: string, anchor: string): boolean =>
  anchor.length <= 1 || html.includes(` id="${decodeURIComponent(anchor.slice(1))}"`);

const describePage = ({ path, form }: (typeof pages)[number]) =>
  form ? `${path} after a POST with ${Object.values(form)[0] || 'nothing'}` : path;

describe('page HTML', () => {
  for (const page of pages) {
    test(`is valid on ${describePage(page)}`, async () => {
      const report = await validator.validateString(await load(page));
      const messages = report.results.flatMap(({ messages }) =>
        messages.map(
          ({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`,
        ),
      );
      expect(messages).toEqual([]);
    });
  }

  test('contains no broken links, files or anchors', async () => {
    const sources = new Map<string, string>();
    const brokenAnchors: string[] = [];
    for (const page of pages) {
      const html = await load(page);
      for (const address of listAddresses(html)) {
        // An empty address or a fragment alone refers to the page itself, whatever its status is.
        if (address === '') continue;
        if (address.startsWith('#')) {
          if (!hasId(html, address)) brokenAnchors.push(`${describePage(page)}: ${address}`);
        } else sources.set(new URL(address, buildUrl(page.path)).href, describePage(page));
      }
    }
    expect(brokenAnchors).toEqual([]);
    const broken: string[] = [];
    const bodies = new Map<string, Promise<{ status: number; body: string }>>();
    const read = (url: string) => {
      const pending = bodies.get(url);
      if (pending) return pending;
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
      if (url.origin !== new URL(getServer().url).origin) {
        if (url.protocol !== 'https:') broken.push(`${source}: ${address} is not https`);
        continue;
      }
      const { status, body } = await read(url.origin + url.pathname + url.search);
      if (status !== 200) broken.push(`${source}: ${address} responds with ${status}`);
      // A fragment with "=" is a value for the page's script, not an anchor.
      const isValue = url.hash.includes('=');
      if (!isValue && !hasId(body, url.hash)) broken.push(`${source}: ${address} has no such id`);
    }
    expect(broken).toEqual([]);
    expect(sources.size).toBeGreaterThan(20);
  });
});
