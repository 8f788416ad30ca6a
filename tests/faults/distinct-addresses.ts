import { Agent, request } from 'node:http';
import { encodePlan } from '../../src/cover/encode-plan';

const roles = ['Executive Assistant', 'Operations Manager', 'Receptionist', 'Customer Support'];
const industries = ['Beauty', 'Fitness', 'MedSpa', 'Retail', 'Healthcare'];
const tools = ['Zendesk', 'HubSpot', 'Boulevard', 'Salesforce', 'Slack', 'Zapier'];
const acceptEncodings = ['br', 'gzip', 'identity', 'gzip, deflate, br, zstd'];

/** Varies the letter case of a text with a number. */
const spell = (text: string, n: number): string =>
  [...text]
    .map((letter, index) => ((n >> (index % 12)) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

/** Picks an option by number and varies its letter case with the number. */
const spellOption = (options: readonly string[], n: number): string =>
  encodeURIComponent(spell(options[n % options.length] ?? '', n));

/** Encodes a plan by number. Its time zone has thousands of spellings, too. */
const encodeNumberedPlan = (n: number): string =>
  encodePlan({
    timeZone: spell('America/New_York', n),
    open: [],
    desks: [
      {
        ...{ name: `Desk ${n}`, tools: [], languages: [] },
        hours: [{ day: (n % 7) + 1, from: '12:00', to: '14:00' }],
      },
    ],
  });

/** URLs of cached lists that are cheap to compute, so that a short test can request many. */
export const listAddresses: readonly ((n: number) => string)[] = [
  (n) => `/api/talents?role=${'x'.repeat(150)}${n}`,
  (n) => `/api/talents/browse?page=${n + 2}`,
];

/**
 * Builders of URLs that a client can vary without end; each returns a different URL for every number.
 * Most use known options and parameters, because the site could simply drop unknown ones from cache keys.
 */
const allAddresses: readonly ((n: number) => string)[] = [
  (n) => `/?utm_source=campaign-${n}`,
  (n) => `/talent?page=${n + 2}`,
  (n) => `/talent?skills=${spellOption(tools, n)}&page=${n}&role=${spellOption(roles, n)}`,
  (n) => `/talent?role=${'x'.repeat(n % 400)}${n}`,
  (n) => `/api/talents?role=${n}`,
  (n) =>
    `/api/talents?role=${spellOption(roles, n)}&role=${n}&industry=${spellOption(industries, n)}`,
  (n) => `/api/talents/browse?role=${spellOption(roles, n)}&page=${n + 2}`,
  (n) => `/api/packages?x=${n}`,
  (n) => `/no-such-page-${n}`,
  (n) => `/no-such-page?x=${n}`,
  (n) => `/schedule?embed=${n}&from=${n}`,
  (n) => `/api/talents/no-such-id-${n}`,
  (n) => `/enquiry?package=Package-${n}`,
  (n) => `/checkout?leadId=lead-${n}&packageId=${n}`,
  (n) => `/robots.txt?x=${n}`,
  (n) => `/objects/uploads/picture-${n}?x=${n}`,
  (n) => `/cover?p=${encodeNumberedPlan(n)}`,
  (n) => `/cover/picture.png?p=${encodeNumberedPlan(n)}`,
];

interface Options {
  /** The range of numbers; the same number gives the same URL in every call. */
  from: number;
  to: number;
  kinds?: readonly ((n: number) => string)[];
  /** How often each URL is requested in a row. */
  visits?: number;
  /** How many URLs are requested at the same time. */
  concurrency?: number;
}

/**
 * Requests distinct URLs from a server, in several encodings, with and without a made-up ETag.
 * @returns how many responses had each status
 */
export async function requestDistinctAddresses(
  url: string,
  { from, to, kinds = allAddresses, visits = 2, concurrency = 16 }: Options,
): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const { hostname, port } = new URL(url);
  const statuses = new Map<number, number>();

  const get = (path: string, headers: Record<string, string>) =>
    new Promise<void>((resolve, reject) => {
      request({ agent, hostname, port, path, headers }, (response) => {
        const status = response.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        response.resume().once('end', resolve).once('error', reject);
      })
        .once('error', reject)
        .end();
    });

  let next = from;
  async function visitNext(): Promise<void> {
    while (next < to) {
      const n = next;
      next += 1;
      const path = kinds[n % kinds.length]?.(n) ?? '/';
      const headers = {
        'accept-encoding': acceptEncodings[n % acceptEncodings.length] ?? '',
        ...(n % 3 === 0 && { 'if-none-match': `"made-up-${n}"` }),
        ...(n % 5 === 0 && { 'accept-language': `x-${n}`, 'user-agent': `agent ${n}` }),
      };
      for (let visit = 0; visit < visits; visit += 1) await get(path, headers);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, visitNext));
  agent.destroy();
  return statuses;
}
