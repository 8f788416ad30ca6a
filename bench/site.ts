import { adminPassword } from '../tests/support/api-client';
import { type ServerProcess, startServer } from '../tests/support/server-process';
import { temporaryFolder } from '../tests/support/temporary-folder';

/** Settings of every benchmarked server. A fixed password avoids generating one. */
export const settings = (DATA_DIR: string) => ({ DATA_DIR, ADMIN_PASSWORD: adminPassword });

/**
 * Runs `work` against the built server with demo content, in its own process on a free loopback
 * port with a new data folder. Removes both afterwards.
 * @param options.environment further settings
 * @param options.fill fills the data folder before the start
 */
export async function withSite<Result>(
  work: (site: ServerProcess, dataDir: string) => Promise<Result>,
  {
    environment,
    fill,
  }: { environment?: Record<string, string>; fill?: (dataDir: string) => Promise<void> } = {},
): Promise<Result> {
  const folder = temporaryFolder();
  try {
    await fill?.(folder.path);
    const site = await startServer({ ...settings(folder.path), ...environment });
    try {
      return await work(site, folder.path);
    } finally {
      await site.kill();
    }
  } finally {
    folder.remove();
  }
}

/**
 * Requests a page until the server has cached it in Brotli, which every visitor but the first
 * receives.
 */
export async function warm(url: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' } });
    await response.arrayBuffer();
    if (response.headers.get('content-encoding') === 'br') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
