import pg from 'pg';
import { startPostgresSession } from './postgres-session.server';

/** The timeout of a connection to a host that may be down. */
const connectTimeoutMs = 1_500;

async function acceptsWrites(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'crewbridge-search',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return !(await startPostgresSession(client)).isReadOnly;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Creates the search for the host that accepts writes, after a connection has led to one that does
 * not. Runs once at a time.
 * @param configs the hosts, by their URL
 * @param onFound is called with the URL of the host
 */
export function createPrimarySearch(
  configs: readonly (readonly [url: string, config: pg.ClientConfig])[],
  onFound: (url: string) => void,
) {
  let running: Promise<void> | undefined;
  /** The last search found none. */
  let isWithoutPrimary = false;

  async function search(readOnlyUrl: string | undefined): Promise<void> {
    const others = configs.filter(([url]) => url !== readOnlyUrl);
    const results = await Promise.all(
      others.map(async ([url, config]) => ((await acceptsWrites(config)) ? url : undefined)),
    );
    const found = results.find((url) => url !== undefined);
    isWithoutPrimary = found === undefined;
    if (found !== undefined) onFound(found);
    running = undefined;
  }

  return {
    /**
     * Waits for the result, unless the previous search found none: reads go on meanwhile.
     * @param readOnlyUrl the host that accepts no writes
     */
    async run(readOnlyUrl: string | undefined): Promise<void> {
      if (configs.length === 1) return;
      running ??= search(readOnlyUrl);
      if (!isWithoutPrimary) await running;
    },
  };
}
