import type pg from 'pg';

/** Properties of a new connection. */
export interface PostgresSession {
  /** The server accepts no writes: it is a standby, or set to read-only. */
  isReadOnly: boolean;
  /**
   * No pooler such as PgBouncer in between, so session settings belong to this connection only. A
   * pooler invents the process ID of its greeting, so it differs from that of the server process.
   */
  isDirect: boolean;
  /** As `performance.now()`. */
  connectedAt: number;
}

/** The server-side timeout of a statement. */
export const statementTimeoutMs = 10_000;

const setupTimeoutMs = 1_500;

/**
 * Reads a new connection's properties and sets its timeouts in one round trip, before it is used.
 * Not as startup parameters, which PgBouncer refuses. Behind a pooler nothing is set, because the
 * next transaction of another application might inherit it.
 */
export async function startPostgresSession(client: pg.ClientBase): Promise<PostgresSession> {
  // From the server's greeting; missing in the types.
  const processId = 'processID' in client ? Number(client.processID) : 0;
  const isDirect = `pg_backend_pid() = ${processId}`;
  const setupQuery = {
    text: `select ${isDirect} as "isDirect",
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
        case when ${isDirect} then set_config('statement_timeout', '${statementTimeoutMs}', false) end,
        case when ${isDirect} then set_config('default_transaction_isolation', 'read committed', false) end`,
    query_timeout: setupTimeoutMs,
  };
  const { rows } = await client.query<Pick<PostgresSession, 'isDirect' | 'isReadOnly'>>(setupQuery);
  const [properties = { isDirect: false, isReadOnly: false }] = rows;
  return { ...properties, connectedAt: performance.now() };
}
