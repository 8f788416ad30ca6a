import { type ServerProcess, startServer } from '../tests/server-process';
import { temporaryFolder } from '../tests/temporary-folder';

/** What every server of a benchmark is started with; a given password saves making one. */
export const settings = (DATA_DIR: string) => ({
  DATA_DIR,
  ADMIN_PASSWORD: 'correct horse battery staple',
});

/**
 * Runs work against the built server with the demo content: a process of its own on a free port of
 * the loopback, over a new folder. Both are gone afterwards.
 */
export async function withSite<Result>(
  work: (site: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder();
  try {
    const site = await startServer(settings(folder.path));
    try {
      return await work(site);
    } finally {
      await site.kill();
    }
  } finally {
    folder.remove();
  }
}

/** Asks for a page until the server has its smallest form at hand, as it has for every visitor but the first. */
export async function warm(url: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' } });
    await response.arrayBuffer();
    if (response.headers.get('content-encoding') === 'br') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
