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
import { type BackupEntry, BackupError, isBackupStart } from './backup-file.server';

/** The SQLite database, in the data folder. */
export const databaseFile = 'crewbridge.db';

/** What lies in the data folder and is no part of a backup as a file: databases, drafts, earlier ones. */
const isLeftOut = (path: string) =>
  path.startsWith(databaseFile) ||
  path.startsWith('before-restore-') ||
  /(^|\/)\./.test(path) ||
  /\.[0-9a-f-]{36}\.part$/.test(path);

/** Bytes that tell a backup from any other file. */
const headBytes = 512;

/** Whether a file is a backup of a site, whatever its name. */
function isBackupFile(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    return isBackupStart(head.subarray(0, readSync(file, head, 0, headBytes, 0)));
  } finally {
    closeSync(file);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What `mkfs.ext4` puts into the root of a volume, for root alone: DATA_DIR may be one. */
const volumeFolder = 'lost+found';

/** Lists all files of the data folder, relative to it, with `/` between folders. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (!entry.isDirectory()) return [entry];
      if (entry.name === volumeFolder) return [];
      const options = { recursive: true, withFileTypes: true } as const;
      return readdirSync(join(folder, entry.name), options);
    })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** The data folder's files for a backup, without earlier backups that were put there. */
export function* readDataFolder(folder: string): Generator<BackupEntry> {
  const paths = listFiles(folder)
    .filter((path) => !isLeftOut(path))
    .sort();
  for (const file of paths) {
    const path = join(folder, file);
    try {
      if (isBackupFile(path)) continue;
      const content = readFileSync(path).toString('base64');
      yield { file, mode: statSync(path).mode & 0o777, content };
    } catch (error) {
      // The running site removes pictures that nothing refers to.
      if (!isMissing(error)) throw error;
    }
  }
}

/** A file's place in the folder. @throws BackupError when a name leads out of it */
export function placeIn(folder: string, name: string): string {
  const place = resolve(folder, name);
  if (!place.startsWith(resolve(folder) + sep)) {
    throw new BackupError('The backup names a file outside of the data folder.');
  }
  return place;
}

/**
 * Moves restored files into the data folder, and what they replace aside: all, or none when a move
 * fails. The database comes last: until then the old one is in its place, from then on the new one.
 * @param keep names that stay as they are
 * @returns puts everything back, for when what belongs to the move fails
 */
export function replaceFiles(
  { stage, folder, aside }: { stage: string; folder: string; aside: string },
  keep: readonly string[],
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
    const names = readdirSync(stage).filter((name) => !keep.includes(name));
    for (const name of names.filter((one) => !one.startsWith(databaseFile))) {
      move(join(folder, name), join(aside, name));
      move(join(stage, name), join(folder, name));
    }
    if (names.includes(databaseFile)) {
      for (const ending of ['-wal', '-shm', '']) {
        move(join(folder, databaseFile + ending), join(aside, databaseFile + ending));
      }
      move(join(stage, databaseFile), join(folder, databaseFile));
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}
