import { type ServerProcess, startServer } from '../tests/server-process';
import { temporaryFolder } from '../tests/temporary-folder';

/** Settings of every benchmarked server. A fixed password avoids generating one. */
export const settings = (DATA_DIR: string) => ({
  DATA_DIR,
  ADMIN_PASSWORD: 'correct horse battery staple',
});

/**
 * Runs `work` against the built server with demo content, in its own process on a free loopback
 * port with a new data folder. Removes both afterwards.
 * @param environment further settings
 */
export async function withSite<Result>(
  work: (site: ServerProcess) => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  const folder = temporaryFolder();
  try {
    const site = await startServer({ ...settings(folder.path), ...environment });
    try {
      return await work(site);
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
