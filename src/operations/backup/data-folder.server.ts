import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { databaseFileName } from '../../db/database.server';
import { getErrorCode } from '../../lib/errors';
import { type BackupEntry, BackupError, isBackupStart } from './backup-file.server';
import { partFilePattern } from './work-folder.server';

/** Files that backups leave out: databases, temporary files, and what earlier restores replaced. */
const isExcluded = (path: string) =>
  path.startsWith(databaseFileName) ||
  path.startsWith('before-restore-') ||
  /(^|\/)\./.test(path) ||
  partFilePattern.test(path);

/** Bytes to read from the start of a file to recognize a backup. */
const headBytes = 512;

/** Returns whether a file is a backup of a site, whatever its name. */
function isBackupFile(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    return isBackupStart(head.subarray(0, readSync(file, head)));
  } finally {
    closeSync(file);
  }
}

/** `mkfs.ext4` creates it in the root of a volume, readable only by root. DATA_DIR may be one. */
const lostAndFoundFolder = 'lost+found';

/** Lists all files of the data folder, relative to it, with `/` between folders. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (!entry.isDirectory()) return [entry];
      if (entry.name === lostAndFoundFolder) return [];
      const options = { recursive: true, withFileTypes: true } as const;
      return readdirSync(join(folder, entry.name), options);
    })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const listBackedUpFiles = (folder: string) => listFiles(folder).filter((path) => !isExcluded(path));

/** Counts the data folder's files. Backups in it are counted, although they are left out. */
export const countFiles = (folder: string): number => listBackedUpFiles(folder).length;

/** Reads the data folder's files for a backup, without earlier backups stored in it. */
export function* readDataFolder(folder: string): Generator<BackupEntry> {
  const paths = listBackedUpFiles(folder).sort();
  for (const file of paths) {
    const path = join(folder, file);
    try {
      if (isBackupFile(path)) continue;
      const content = readFileSync(path).toString('base64');
      yield { file, mode: statSync(path).mode & 0o777, content };
    } catch (error) {
      // The running site deletes unreferenced pictures.
      if (getErrorCode(error) !== 'ENOENT') throw error;
    }
  }
}

/** Resolves a file name of a backup. @throws BackupError when it is outside of the folder */
export function resolveInside(folder: string, name: string): string {
  const target = resolve(folder, name);
  if (!target.startsWith(resolve(folder) + sep)) {
    throw new BackupError('The backup names a file outside of the data folder.');
  }
  return target;
}

export interface RestoreFolders {
  /** For the restored files until all are complete. */
  stagingFolder: string;
  /** The data folder. */
  folder: string;
  /** For what the restore replaces. */
  replacedFolder: string;
}

/**
 * Moves restored files into the data folder, and those that they replace into `replacedFolder`. The
 * database is moved last. When a move fails, all are undone.
 * @returns a function that undoes the moves, for when a later step fails
 */
export function replaceFiles(
  { stagingFolder, folder, replacedFolder }: RestoreFolders,
  unchangedNames: readonly string[],
): () => void {
  const moves: [from: string, to: string][] = [];
  const undo = () => {
    for (const [from, to] of moves.toReversed()) renameSync(to, from);
  };
  const move = (from: string, to: string) => {
    if (!existsSync(from)) return;
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    renameSync(from, to);
    moves.push([from, to]);
  };
  try {
    const names = readdirSync(stagingFolder).filter((name) => !unchangedNames.includes(name));
    for (const name of names.filter((fileName) => !fileName.startsWith(databaseFileName))) {
      move(join(folder, name), join(replacedFolder, name));
      move(join(stagingFolder, name), join(folder, name));
    }
    if (names.includes(databaseFileName)) {
      for (const suffix of ['-wal', '-shm', '']) {
        const name = databaseFileName + suffix;
        move(join(folder, name), join(replacedFolder, name));
      }
      move(join(stagingFolder, databaseFileName), join(folder, databaseFileName));
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}
