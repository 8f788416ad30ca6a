import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { createPostgresConnection } from './postgres-connection.server';
import { type PostgresSession, startPostgresSession } from './postgres-session.server';
import { readPostgresTls } from './postgres-tls.server';
import { startPostgresWatchdog } from './postgres-watchdog.server';
import { createStatementNames, type PrepareMode } from './prepared-statements.server';

/** Milliseconds that a request waits for a connection. */
const connectTimeoutMs = 1_500;

/** Seconds after which a connection is replaced: the address may lead to another server by then. */
const maxLifetimeSeconds = 300;

/** Milliseconds that a connection to a read-only server serves reads: the next may find the primary. */
const maxReadOnlyMs = 1_000;

/** The environment variables that a connection to PostgreSQL depends on, besides its address. */
export interface PostgresSettings {
  DATABASE_PREPARE?: PrepareMode | undefined;
  ALLOW_PLAINTEXT?: readonly string[] | undefined;
}

/**
 * Opens the connections to PostgreSQL, which fail soon when it does not respond, and are dropped when they
 * break or when their server stops taking writes.
 * @throws PlaintextError when the address asks for a connection in clear that nothing allows
 */
export function openPostgresPool(
  connectionString: string,
  settings: PostgresSettings = {},
): PostgresPool {
  const { ssl } = readPostgresTls(connectionString, settings);
  const clientConfig: pg.ClientConfig = { connectionString, ...(ssl !== undefined && { ssl }) };
  const names = createStatementNames(settings.DATABASE_PREPARE ?? 'auto');
  const sessions = new WeakMap<pg.ClientBase, PostgresSession>();
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  /** Connections from before this moment lead to a server that has stopped taking writes. */
  let staleBefore = 0;

  const pool = new pg.Pool({
    ...clientConfig,
    max: 10,
    // Statements that are sent together travel together (`executeTogether`).
    pipeline: true,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds,
    application_name: 'crewbridge',
    // Awaited by the pool, unlike its `connect` event; what it throws reaches who asked for a connection.
    onConnect: async (client) => {
      const session = await startPostgresSession(client);
      sessions.set(client, session);
      // A pooler may let the watcher's question wait for a free connection: that is no sign of death.
      if (session.isDirect) watchdog.add(client);
    },
  });
  // An idle connection that breaks (the server was restarted) is replaced by the next query; without
  // a listener its error would end the process.
  pool.on('error', () => {});
  // The same of one that is in use: its query fails besides, and says why.
  pool.on('connect', (client) => client.on('error', () => {}));
  const watchdog = startPostgresWatchdog(pool, clientConfig);

  const isStale = ({ connectedAt, isReadOnly }: PostgresSession): boolean =>
    connectedAt < staleBefore || (isReadOnly && performance.now() - connectedAt > maxReadOnlyMs);

  function wrapClient(client: pg.PoolClient, session: PostgresSession): PostgresPoolClient {
    const existing = connections.get(client);
    if (existing) return existing;
    const connection = createPostgresConnection(client, {
      session,
      names,
      onReadOnly: () => {
        staleBefore = performance.now();
      },
      isStale: () => isStale(session),
    });
    connections.set(client, connection);
    return connection;
  }

  return {
    async connect() {
      for (;;) {
        const client = await pool.connect();
        const session = sessions.get(client);
        if (session && !isStale(session)) return wrapClient(client, session);
        client.release(true);
      }
    },
    async end() {
      await Promise.all([pool.end(), watchdog.stop()]);
    },
  };
}
