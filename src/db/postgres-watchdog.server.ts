import pg from 'pg';

/** The interval of the probes while queries are in flight, and the timeout of a probe. */
const watchdogMs = { interval: 300, timeout: 1_200 } as const;

/** Destroys the socket: a server that doesn't respond would never confirm a regular close. */
function cutConnection(client: pg.ClientBase): void {
  // The only way to reach the socket of a hanging connection; missing in the types.
  const connection = 'connection' in client ? client.connection : undefined;
  if (connection instanceof pg.Connection) connection.stream.destroy();
}

interface PostgresWatchdog {
  /** Starts watching a connection of the pool. */
  add: (client: pg.ClientBase) => void;
  stop: () => Promise<void>;
}

/**
 * Fails the queries of a database that stopped responding (frozen, unplugged) within two seconds: a
 * separate connection probes it while queries are in flight. An error counts as a response.
 * Rejected: a timeout per query, which would also end long queries of a healthy database.
 */
export function startPostgresWatchdog(pool: pg.Pool, config: pg.ClientConfig): PostgresWatchdog {
  const clients = new Set<pg.ClientBase>();
  pool.on('remove', (client) => clients.delete(client));
  let probeClient: pg.Client | undefined;
  let isPinging = false;

  async function ping(): Promise<void> {
    if (!probeClient) {
      probeClient = new pg.Client({
        ...config,
        connectionTimeoutMillis: watchdogMs.timeout,
        application_name: 'crewbridge-watch',
      });
      probeClient.on('error', () => {
        probeClient = undefined;
      });
      await probeClient.connect();
    }
    await probeClient.query('select 1');
  }

  async function checkConnections(): Promise<void> {
    if (isPinging || clients.size === 0 || pool.totalCount === pool.idleCount) return;
    isPinging = true;
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no response')), watchdogMs.timeout).unref();
    });
    try {
      const pingResult = ping();
      pingResult.catch(() => {});
      await Promise.race([pingResult, timeout]);
    } catch (error) {
      if (probeClient) cutConnection(probeClient);
      probeClient = undefined;
      if (error instanceof pg.DatabaseError) return;
      for (const client of clients) cutConnection(client);
    } finally {
      isPinging = false;
    }
  }

  const timer = setInterval(checkConnections, watchdogMs.interval);
  timer.unref();
  return {
    add: (client) => clients.add(client),
    async stop() {
      clearInterval(timer);
      await probeClient?.end().catch(() => {});
    },
  };
}
