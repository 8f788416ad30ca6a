// Node's own modules only: this runs before anything is installed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Tries to create the lock.
 * @param {string} lock
 */
function tryAcquire(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Reads the process that holds the lock.
 * @param {string} lock
 * @returns its ID; NaN while it is being written, or when the lock was released
 */
function readOwner(lock) {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
}

/** @param {number} pid */
function hasExited(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/**
 * Runs `work` while holding a lock that all processes of this clone share. The lock of a process
 * that was killed is removed.
 * @param {string} lock the file that represents the lock
 * @param {() => Promise<void>} work
 * @param {(pid: number) => void} onWait called once, when another process holds the lock
 */
export async function withLock(lock, work, onWait) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let isWaiting = false; !tryAcquire(lock); ) {
    const pid = readOwner(lock);
    if (!Number.isNaN(pid) && hasExited(pid)) rmSync(lock, { force: true });
    else {
      if (!Number.isNaN(pid) && !isWaiting) onWait(pid);
      isWaiting ||= !Number.isNaN(pid);
      await pause(100);
    }
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
