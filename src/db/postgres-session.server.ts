import type pg from 'pg';

/** What a connection was found to be when it was made. */
export interface PostgresSession {
  /** The server takes no writes: a standby, or set to read-only. */
  isReadOnly: boolean;
  /**
   * Without a pooler (PgBouncer and the like) between: what is set for the session stays with it. A pooler
   * makes up the process id that it greets with, so it differs from the one of the process behind it.
   */
  isDirect: boolean;
  /** Of `performance.now()`. */
  connectedAt: number;
}

/** Milliseconds that a statement may take. */
export const statementTimeoutMs = 10_000;

const setupTimeoutMs = 1_500;

/**
 * Looks at a new connection and sets its limits, in one round trip, before anyone uses it. Not as startup
 * parameters, which PgBouncer refuses; and not at all behind a pooler, where the next transaction of
 * another application might inherit them.
 */
export async function startPostgresSession(client: pg.ClientBase): Promise<PostgresSession> {
  // From the server's greeting; the types do not have it.
  const { processID } = client as unknown as { processID: number | null };
  const isDirect = `pg_backend_pid() = ${Number(processID)}`;
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
