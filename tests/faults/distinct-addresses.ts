import { Agent, request } from 'node:http';

const roles = ['Executive Assistant', 'Operations Manager', 'Receptionist', 'Customer Support'];
const industries = ['Beauty', 'Fitness', 'MedSpa', 'Retail', 'Healthcare'];
const tools = ['Zendesk', 'HubSpot', 'Boulevard', 'Salesforce', 'Slack', 'Zapier'];
const acceptEncodings = ['br', 'gzip', 'identity', 'gzip, deflate, br, zstd'];

/** An option by number, in a spelling that differs from number to number. */
function spellOption(options: readonly string[], n: number): string {
  const option = options[n % options.length] ?? '';
  const spelled = [...option].map((letter, index) =>
    (n >> (index % 12)) & 1 ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return encodeURIComponent(spelled.join(''));
}

/** Lists that are cached and cost little to make, so that many can be asked for in a short test. */
export const listAddresses: readonly ((n: number) => string)[] = [
  (n) => `/api/talents?role=${'x'.repeat(150)}${n}`,
  (n) => `/api/talents/browse?page=${n + 2}`,
];

/**
 * Addresses that a stranger can make up without end, by kind. Each gives another address for each number.
 * Most name something that the site knows: what it does not know, it could leave out of a key by that alone.
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
];

interface Options {
  /** The numbers of the addresses: the same number is the same address in each call. */
  from: number;
  to: number;
  kinds?: readonly ((n: number) => string)[];
  /** Times that each is asked for in a row. */
  visits?: number;
  /** How many addresses are asked for at the same time. */
  concurrency?: number;
}

/**
 * Asks a server for addresses that all differ, in several encodings, with and without a made-up tag.
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
  async function visitInTurn(): Promise<void> {
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
  await Promise.all(Array.from({ length: concurrency }, visitInTurn));
  agent.destroy();
  return statuses;
}
