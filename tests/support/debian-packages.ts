import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Installs Debian packages. Does nothing without root or apt-get, so look for the programs
 * afterwards.
 * @param what what is installed, for the progress line
 */
export function installDebianPackages(what: string, packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write(`Installing ${what} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { env });
  // Another run on this machine may be installing something, too.
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wait, ...packages], { env });
}

/** Finds a program on this machine; undefined if there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Finds a program on this machine, or installs its Debian package when running as root. */
export function provideProgram(name: string, packageName = name): string | undefined {
  const program = findProgram(name);
  if (program) return program;
  installDebianPackages(packageName, [packageName]);
  return findProgram(name);
}
