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

/** How often an owner says that it is alive, and after which silence it is taken for dead. */
const heartbeat = 2_000;
const silence = 20_000;

/** @typedef {{ pid: number, host: string, token: string }} Owner */

const ownerFile = (/** @type {string} */ lock) => join(lock, 'owner.json');

/**
 * @param {string} lock
 * @returns {Owner | undefined} undefined when nobody holds the lock
 */
function readOwner(lock) {
  try {
    return JSON.parse(readFileSync(ownerFile(lock), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Owner} owner */
function isGone({ pid, host }) {
  // Of another machine or container (a shared folder), the number says nothing.
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} lock */
function isSilent(lock) {
  try {
    return Date.now() - statSync(ownerFile(lock)).mtimeMs > silence;
  } catch {
    return false;
  }
}

/**
 * Takes the lock away from an owner that is dead. Moving the folder away is atomic; when it turns
 * out that a new owner has been faster, its lock is put back.
 * @param {string} lock
 * @param {Owner} owner
 */
function takeAway(lock, owner) {
  const away = `${lock}-${randomUUID()}`;
  try {
    renameSync(lock, away);
    if (readOwner(away)?.token !== owner.token) renameSync(away, lock);
  } catch {
    // Somebody else has done it.
  }
  rmSync(away, { recursive: true, force: true });
}

/**
 * Makes the folder appear with its owner inside, in one step: a lock without an owner, which nobody
 * could judge, never exists.
 * @param {string} lock
 * @param {Owner} owner
 * @returns {boolean} whether it is ours now
 */
function tryToTake(lock, owner) {
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
    // It was there, and has just been given back.
    if (['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(code)) return false;
    throw error;
  }
}

/**
 * Runs `work` while no other process on this clone does the like.
 * @param {string} lock the folder that stands for the lock
 * @param {(isOwner: () => boolean) => Promise<void>} work `isOwner` turns false when another process
 *   has taken the lock away, which happens after a suspension (a closed laptop)
 * @param {(pid: number) => void} onWait called once, when another process is at it
 */
export async function withLock(lock, work, onWait) {
  mkdirSync(dirname(lock), { recursive: true });
  /** @type {Owner} */
  const owner = { pid: process.pid, host: hostname(), token: randomUUID() };
  const isOwner = () => readOwner(lock)?.token === owner.token;

  for (let waiting = false; !tryToTake(lock, owner); ) {
    const other = readOwner(lock);
    if (other && (isGone(other) || isSilent(lock))) takeAway(lock, other);
    else {
      if (other && !waiting) onWait(other.pid);
      waiting ||= other !== undefined;
      await pause(100);
    }
  }

  const alive = setInterval(() => {
    if (isOwner()) utimesSync(ownerFile(lock), new Date(), new Date());
  }, heartbeat);
  try {
    await work(isOwner);
  } finally {
    clearInterval(alive);
    if (isOwner()) takeAway(lock, owner);
  }
}
