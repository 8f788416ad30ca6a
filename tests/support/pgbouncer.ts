import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideProgram } from './debian-packages';
import { freePort } from './free-port';
import { temporaryFolder } from './temporary-folder';
import { waitForProgram } from './wait-for-program';

interface Options {
  /** The direct address of the database. */
  databaseUrl: string;
  mode: 'session' | 'transaction';
  /** The number of PostgreSQL connections that the clients share. */
  poolSize?: number;
  /** Supports named prepared statements in transaction mode; requires PgBouncer 1.21. */
  maxPreparedStatements?: number;
}

/** Finds PgBouncer on this machine, or installs Debian's package when running as root. */
export function providePgBouncer():
  | { program: string; supportsPreparedStatements: boolean }
  | { missing: string } {
  const program = provideProgram('pgbouncer');
  if (!program) {
    return { missing: 'There is no PgBouncer on this machine, and it could not be installed.' };
  }
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return { program, supportsPreparedStatements: Number(major) > 1 || Number(minor) >= 21 };
}

/**
 * Starts a real PgBouncer in front of a database, without a password. It stops with this process.
 * @returns the address of the database through it
 */
export async function startPgBouncer(
  program: string,
  { databaseUrl, mode, poolSize = 20, maxPreparedStatements }: Options,
) {
  const folder = temporaryFolder('disk');
  chmodSync(folder.path, 0o755);
  const port = await freePort();
  const database = new URL(databaseUrl);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: poolSize,
    max_client_conn: 200,
    ...(maxPreparedStatements !== undefined && { max_prepared_statements: maxPreparedStatements }),
    // PgBouncer refuses to run as root.
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
  };
  const file = join(folder.path, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${database.hostname} port=${database.port} user=${database.username}`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
    { mode: 0o644 },
  );
  const child = spawn(program, ['-q', file], { stdio: 'ignore' });
  const stop = await waitForProgram(child, { port, folder, signal: 'SIGKILL' });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, stop };
}
