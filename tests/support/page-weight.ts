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
}

/** The budget of a public page without interaction: bytes and requests. */
export const budget = {
  HTML: 12_000,
  CSS: 12_000,
  fonts: 60_000,
  requests: 15,
  /** JavaScript bytes, as a multiple of React and ReactDOM alone. */
  reactRatio: 1.325,
} as const;

/** The viewport of the measurement: a phone, not scrolled. */
export const measuredViewport = { width: 412, height: 823 } as const;

/** Loads a page and lists the resources that it fetches without interaction. */
export async function measureResources(page: Page, url: string): Promise<Resource[]> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });
  return Promise.all(
    requests.map(async (request) => ({
      kind: kinds[request.resourceType()] ?? 'other',
      url: request.url(),
      bytes: (await request.sizes()).responseBodySize,
    })),
  );
}

/** Sums up the bytes of one kind. */
export const sumBytes = (resources: readonly Resource[], kind: ResourceKind): number =>
  resources.reduce((sum, file) => sum + (file.kind === kind ? file.bytes : 0), 0);
