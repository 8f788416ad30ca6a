// Node's own modules only: this runs before anything is installed.
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds between two heartbeats of an owner, and without one after which it counts as dead.
 */
const heartbeatMs = 2_000;
const expiryMs = 20_000;

/** @typedef {{ pid: number, host: string, token: string }} Owner */

const ownerFile = (/** @type {string} */ lock) => join(lock, 'owner.json');

/**
 * Reads the owner of a lock.
 * @param {string} lock
 * @returns {Owner | undefined} undefined when the lock is free
 */
function readOwner(lock) {
  try {
    return JSON.parse(readFileSync(ownerFile(lock), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Owner} owner */
function hasExited({ pid, host }) {
  // On another machine or in another container (a shared folder), the process ID means nothing.
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} lock */
function isExpired(lock) {
  try {
    return Date.now() - statSync(ownerFile(lock)).mtimeMs > expiryMs;
  } catch {
    return false;
  }
}

/**
 * Removes the lock of a given owner. Moving the folder away is atomic. If it turns out to be the
 * lock of a newer owner, it is put back.
 * @param {string} lock
 * @param {Owner} owner
 */
function release(lock, owner) {
  const away = `${lock}-${randomUUID()}`;
  try {
    renameSync(lock, away);
    if (readOwner(away)?.token !== owner.token) renameSync(away, lock);
  } catch {
    // Another process has removed it already.
  }
  rmSync(away, { recursive: true, force: true });
}

/**
 * Tries to create the lock's folder with its owner file, in one atomic step. A lock without an
 * owner, which could never be judged as dead, does not exist at any time.
 * @param {string} lock
 * @param {Owner} owner
 * @returns {boolean} whether the lock was acquired
 */
function tryAcquire(lock, owner) {
  if (existsSync(lock)) return false;
  const draft = mkdtempSync(`${lock}-`);
  try {
    writeFileSync(ownerFile(draft), JSON.stringify(owner));
    renameSync(draft, lock);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(lock)) return false;
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    // The lock existed during the rename and was released just after it.
    if (['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(code)) return false;
    throw error;
  }
}

/**
 * Runs `work` while holding a lock that all processes of this clone share.
 * @param {string} lock the folder that represents the lock
 * @param {(isOwner: () => boolean) => Promise<void>} work `isOwner` returns false once another
 *   process has taken the lock over, which happens after a suspension (a closed laptop)
 * @param {(pid: number) => void} onWait called once, when another process holds the lock
 */
export async function withLock(lock, work, onWait) {
  mkdirSync(dirname(lock), { recursive: true });
  /** @type {Owner} */
  const owner = { pid: process.pid, host: hostname(), token: randomUUID() };
  const isOwner = () => readOwner(lock)?.token === owner.token;

  for (let waiting = false; !tryAcquire(lock, owner); ) {
    const other = readOwner(lock);
    if (other && (hasExited(other) || isExpired(lock))) release(lock, other);
    else {
      if (other && !waiting) onWait(other.pid);
      waiting ||= other !== undefined;
      await pause(100);
    }
  }

  const alive = setInterval(() => {
    if (isOwner()) utimesSync(ownerFile(lock), new Date(), new Date());
  }, heartbeatMs);
  try {
    await work(isOwner);
  } finally {
    clearInterval(alive);
    if (isOwner()) release(lock, owner);
  }
}
