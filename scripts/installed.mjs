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
 * Hashes what an installation depends on. Includes the platform, because packages contain binaries
 * and a folder may be shared with a container.
 * @param {string} root
 */
const fingerprint = (root) =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

const fingerprintFile = (/** @type {string} */ root) => join(root, 'node_modules/.installed-from');

/**
 * @param {string[] | undefined} allowed
 * @param {string} own
 */
const fits = (allowed, own) =>
  !allowed || (allowed.some((entry) => entry === own) && !allowed.includes(`!${own}`));

/**
 * Returns whether npm may skip a package on this machine: it is for another platform, or only
 * needed by such a package. Does not determine which C library this machine has, because that costs
 * more than this whole check.
 * @param {LockedPackage} locked
 */
function mayBeAbsent({ optional, os, cpu, libc }) {
  if (!optional) return false;
  if (libc || (!os && !cpu)) return true;
  return !fits(os, process.platform) || !fits(cpu, process.arch);
}

/**
 * Returns whether npm's own record of node_modules matches the lock file, so that `npm ci` is not
 * repeated after it was run by hand.
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
 * Returns whether node_modules contains what package-lock.json says.
 * @param {string} root
 */
export function isInstalled(root) {
  return read(fingerprintFile(root)) === fingerprint(root) || recordMatchesLock(root);
}

/**
 * Records that node_modules contains what package-lock.json says. npm deletes the folder, and with
 * it this record, before it installs, so an interrupted installation never has one.
 * @param {string} root
 */
export function recordInstallation(root) {
  writeFileSync(fingerprintFile(root), fingerprint(root));
}
