import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram, installDebianPackages } from './debian-packages';
import { freePort } from './free-port';
import { temporaryFolder } from './temporary-folder';

/** A real PgBouncer on the loopback interface, without a password. */
export interface PgBouncer {
  /** The address of the database through the pooler. */
  url: string;
  stop: () => Promise<void>;
}

interface Options {
  /** The direct address of the database. */
  databaseUrl: string;
  mode: 'session' | 'transaction';
  /** The number of PostgreSQL connections that the clients share. */
  poolSize?: number;
  /** Supports named prepared statements in transaction mode; requires PgBouncer 1.21. */
  maxPreparedStatements?: number;
}

const startTimeoutMs = 20_000;

function installDebianPackage(): string | undefined {
  installDebianPackages('PgBouncer', ['pgbouncer']);
  return findProgram('pgbouncer');
}

/** Finds PgBouncer on this machine, or installs Debian's package when running as root. */
export function providePgBouncer():
  | { program: string; supportsPreparedStatements: boolean }
  | { missing: string } {
  const program = findProgram('pgbouncer') ?? installDebianPackage();
  if (!program) {
    return { missing: 'There is no PgBouncer on this machine, and it could not be installed.' };
  }
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return { program, supportsPreparedStatements: Number(major) > 1 || Number(minor) >= 21 };
}

async function waitForPort(port: number): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > deadline) throw new Error('PgBouncer did not start.');
    await pause(20);
  }
}

/** Starts a PgBouncer in front of a database. It stops with this process. */
export async function startPgBouncer(
  program: string,
  { databaseUrl, mode, poolSize = 20, maxPreparedStatements }: Options,
): Promise<PgBouncer> {
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
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const stop = async () => {
    process.off('exit', killNow);
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      killNow();
      await exited;
    }
    folder.remove();
  };
  try {
    await waitForPort(port);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, stop };
}
