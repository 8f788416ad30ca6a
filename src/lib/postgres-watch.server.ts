import pg from 'pg';

/** How often it asks while queries are in flight, and how long the database has to respond. */
const watchMs = { interval: 300, timeout: 1_200 } as const;

/** Ends a connection without a goodbye: a server that does not respond would never confirm it. */
function cutConnection(client: pg.ClientBase): void {
  // The one way to reach the socket of a connection that hangs.
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

interface Watch {
  /** Watches over a connection of the pool. */
  add: (client: pg.ClientBase) => void;
  stop: () => Promise<void>;
}

/**
 * Fails the queries of a database that has stopped responding (frozen, unplugged) within two seconds: while
 * any is in flight, a separate connection asks for a sign of life. An error that the server itself sends is
 * one, such as that it has no connection left for us. A limit on each query's time would do
 * that as well, and would end the long queries of a healthy database.
 */
export function watchConnections(pool: pg.Pool, config: pg.ClientConfig): Watch {
  const clients = new Set<pg.ClientBase>();
  pool.on('remove', (client) => clients.delete(client));
  let watcher: pg.Client | undefined;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (!watcher) {
      watcher = new pg.Client({
        ...config,
        connectionTimeoutMillis: watchMs.timeout,
        application_name: 'crewbridge-watch',
      });
      watcher.on('error', () => {
        watcher = undefined;
      });
      await watcher.connect();
    }
    await watcher.query('select 1');
  }

  async function look(): Promise<void> {
    if (isAsking || clients.size === 0 || pool.totalCount === pool.idleCount) return;
    isAsking = true;
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no response')), watchMs.timeout).unref();
    });
    try {
      const asked = ask();
      asked.catch(() => {});
      await Promise.race([asked, late]);
    } catch (error) {
      if (watcher) cutConnection(watcher);
      watcher = undefined;
      if (error instanceof pg.DatabaseError) return;
      for (const client of clients) cutConnection(client);
    } finally {
      isAsking = false;
    }
  }

  const timer = setInterval(look, watchMs.interval);
  timer.unref();
  return {
    add: (client) => clients.add(client),
    async stop() {
      clearInterval(timer);
      await watcher?.end().catch(() => {});
    },
  };
}
