import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The interval of the probes while queries are in flight, and the timeout of a probe. */
const watchdogMs = { interval: 300, timeout: 1_200, tick: 100 } as const;

/**
 * Rejects after the timeout. Counts ticks instead of time: while this process is busy, it reads no
 * response, and a healthy database must not be taken for a frozen one.
 */
async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  for (let waitedMs = 0; waitedMs < watchdogMs.timeout; waitedMs += watchdogMs.tick) {
    await pause(watchdogMs.tick, undefined, { ref: false, signal });
  }
  throw new Error('no response');
}

/** Destroys the socket: a server that doesn't respond would never confirm a regular close. */
function cutConnection(client: pg.ClientBase): void {
  // The only way to reach the socket of a hanging connection; missing in the types.
  const connection = 'connection' in client ? client.connection : undefined;
  if (connection instanceof pg.Connection) connection.stream.destroy();
}

/**
 * Fails the queries of a database that stopped responding (frozen, unplugged) within two seconds: a
 * separate connection probes it while queries are in flight. An error counts as a response.
 * Rejected: a timeout per query, which would also end long queries of a healthy database.
 */
export function startPostgresWatchdog(pool: pg.Pool, config: pg.ClientConfig) {
  const clients = new Set<pg.ClientBase>();
  pool.on('remove', (client) => clients.delete(client));
  let probeClient: pg.Client | undefined;
  let isPinging = false;

  async function ping(): Promise<void> {
    if (!probeClient) {
      probeClient = new pg.Client({
        ...config,
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
    const ended = new AbortController();
    const timeout = rejectAfterTimeout(ended.signal);
    // Aborted, or too late for the race below.
    timeout.catch(() => {});
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
      ended.abort();
      isPinging = false;
    }
  }

  const timer = setInterval(checkConnections, watchdogMs.interval);
  timer.unref();
  return {
    /** Starts watching a connection of the pool. */
    add: (client: pg.ClientBase) => void clients.add(client),
    async stop(): Promise<void> {
      clearInterval(timer);
      await probeClient?.end().catch(() => {});
    },
  };
}
