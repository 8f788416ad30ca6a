// Node's own modules only: this runs before anything is installed.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version: string, integrity?: string, optional?: boolean, link?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 */

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * What an installation depends on. The platform counts: packages bring binaries, and a folder may
 * be shared with a container.
 * @param {string} root
 */
const fingerprint = (root) =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

const noteFile = (/** @type {string} */ root) => join(root, 'node_modules/.installed-from');

/**
 * @param {string[] | undefined} allowed
 * @param {string} own
 */
const fits = (allowed, own) =>
  !allowed || (allowed.some((entry) => entry === own) && !allowed.includes(`!${own}`));

/**
 * Whether npm leaves a package out on this machine: it is for another one, or only wanted by such a
 * package. Which C library this machine has is not asked: that costs more than this whole check.
 * @param {LockedPackage} locked
 */
function mayBeAbsent({ optional, os, cpu, libc }) {
  if (!optional) return false;
  if (libc || (!os && !cpu)) return true;
  return !fits(os, process.platform) || !fits(cpu, process.arch);
}

/**
 * Whether npm's own record of what it put into node_modules says the same as the lock file, so
 * that an `npm ci` that somebody has run by hand is not run again.
 * @param {string} root
 */
function recordMatchesLock(root) {
  const record = read(join(root, 'node_modules/.package-lock.json'));
  if (!record) return false;
  /** @type {Record<string, LockedPackage>} */
  const present = JSON.parse(record).packages ?? {};
  /** @type {Record<string, LockedPackage>} */
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};
  return Object.entries(wanted).every(([path, locked]) => {
    if (path === '' || locked.link) return true;
    const found = present[path];
    if (!found) return mayBeAbsent(locked);
    return found.version === locked.version && found.integrity === locked.integrity;
  });
}

/**
 * Whether node_modules holds what package-lock.json says.
 * @param {string} root
 */
export function isInstalled(root) {
  return read(noteFile(root)) === fingerprint(root) || recordMatchesLock(root);
}

/**
 * Notes that node_modules holds what package-lock.json says. npm removes the folder, and so the
 * note, before it installs: an installation that was interrupted never has one.
 * @param {string} root
 */
export function noteInstalled(root) {
  writeFileSync(noteFile(root), fingerprint(root));
}
