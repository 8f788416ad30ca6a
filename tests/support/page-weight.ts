import type { Page, Request } from '@playwright/test';

/** The kinds of resources, named as in the benchmark's tables. */
export type ResourceKind = 'HTML' | 'JS' | 'CSS' | 'fonts' | 'images' | 'other';

const kinds: Record<string, ResourceKind> = {
  document: 'HTML',
  script: 'JS',
  stylesheet: 'CSS',
  font: 'fonts',
  image: 'images',
};

interface Resource {
  kind: ResourceKind;
  url: string;
  /** Size of the response body as transferred, compressed. */
  bytes: number;
  /** Whether it was requested before the load event. */
  isEarly: boolean;
}

/** The budget of a public page without interaction: bytes, and requests before the load event. */
export const budget = {
  HTML: 12_000,
  CSS: 12_000,
  fonts: 60_000,
  requests: 12,
  /** JavaScript bytes, as a multiple of React and ReactDOM alone. */
  reactRatio: 1.325,
} as const;

/** The viewport of the measurement: a phone, not scrolled. */
export const measuredViewport = { width: 412, height: 823 } as const;

/** Loads a page and lists the resources that it fetches without interaction. */
export async function measureResources(page: Page, url: string): Promise<Resource[]> {
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

/** Sums up the bytes of one kind. */
export const sumBytes = (resources: readonly Resource[], kind: ResourceKind): number =>
  resources.reduce((sum, file) => sum + (file.kind === kind ? file.bytes : 0), 0);
