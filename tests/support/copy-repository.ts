import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './operate';

/** The files and folders that a build needs, and the pictures that an earlier build has rendered. */
const paths = [
  ...['src', 'demo', 'migrations', 'public', 'scripts', 'dist/.pictures'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
];

/** Copies this repository into a folder, where a test may edit and build it. */
export function copyRepository(folder: string): void {
  for (const path of paths) {
    const source = join(projectRoot, path);
    if (existsSync(source)) cpSync(source, join(folder, path), { recursive: true });
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
}
