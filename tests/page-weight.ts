import type { Page, Request } from '@playwright/test';

/** What a page fetches, by the name that it has in a table. */
export type Kind = 'HTML' | 'JS' | 'CSS' | 'fonts' | 'images' | 'other';

const kinds: Record<string, Kind> = {
  document: 'HTML',
  script: 'JS',
  stylesheet: 'CSS',
  font: 'fonts',
  image: 'images',
};

interface Fetched {
  kind: Kind;
  url: string;
  /** Of the body as it came, compressed. */
  bytes: number;
  /** Whether it was asked for before the load event. */
  isEarly: boolean;
}

/** What a visitor's page may take by itself: bytes, and requests before the load event. */
export const budget = {
  HTML: 12_000,
  CSS: 12_000,
  fonts: 60_000,
  requests: 12,
  /** JavaScript, in parts of React and ReactDOM alone. */
  ofReact: 1.32,
} as const;

/** The screen that it is weighed on: a phone's, not scrolled. */
export const weighedOn = { width: 412, height: 823 } as const;

/** What a page fetches by itself, before anyone touches it. */
export async function weigh(page: Page, url: string): Promise<Fetched[]> {
  const requests: { request: Request; isEarly: boolean }[] = [];
  let isLoaded = false;
  page.once('load', () => {
    isLoaded = true;
  });
  const early = new Set<Request>();
  page.on('request', (request) => {
    if (!isLoaded) early.add(request);
  });
  page.on('requestfinished', (request) => {
    requests.push({ request, isEarly: early.has(request) });
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 30_000 });
  return Promise.all(
    requests.map(async ({ request, isEarly }) => ({
      kind: kinds[request.resourceType()] ?? 'other',
      url: request.url(),
      bytes: (await request.sizes()).responseBodySize,
      isEarly,
    })),
  );
}

/** Bytes of one kind. */
export const bytesOf = (fetched: readonly Fetched[], kind: Kind): number =>
  fetched.reduce((sum, file) => sum + (file.kind === kind ? file.bytes : 0), 0);
