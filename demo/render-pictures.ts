import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { renderDrawing } from '../src/foundation/media/picture-renderer.server';

/** The files that affect how a drawing is rendered, besides the drawing itself. */
const rendererFiles = [
  'src/foundation/media/picture-renderer.server.ts',
  'src/lib/picture-url.ts',
  'package-lock.json',
];

/**
 * The folders of the demo's drawings, and the largest width at which they are shown, in device
 * pixels. The portraits on the site's own pages stay in `public` and are rendered from there.
 */
const sources = [
  { folder: 'demo/pictures/portraits', maxWidth: 516 },
  { folder: 'public/pictures/portraits', maxWidth: 516 },
  { folder: 'demo/pictures/cases', maxWidth: 1800 },
];

/** Renders a drawing into a folder, which appears complete or not at all. */
async function render(svg: Buffer, maxWidth: number, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { files } = await renderDrawing(svg, maxWidth);
  for (const { name, body } of files) writeFileSync(join(draft, name), body);
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
}

/**
 * Renders the demo's drawings into picture files, with the same code as uploaded pictures. Caches
 * the results, because rendering takes seconds and drawings seldom change.
 * @param root the clone's folder
 * @param out the folder that gets one folder per picture
 */
async function renderAll(root: string, out: string): Promise<void> {
  const cacheDir = join(root, 'dist/.pictures');
  const hash = createHash('sha256');
  for (const file of rendererFiles) hash.update(readFileSync(join(root, file)));
  const version = hash.digest('hex');
  const used = new Set<string>();
  for (const { folder, maxWidth } of sources) {
    for (const file of readdirSync(join(root, folder))) {
      const svg = readFileSync(join(root, folder, file));
      const key = createHash('sha256').update(`${version} ${maxWidth} `).update(svg).digest('hex');
      used.add(key);
      if (!existsSync(join(cacheDir, key))) await render(svg, maxWidth, join(cacheDir, key));
      cpSync(join(cacheDir, key), join(out, `demo-${basename(file, '.svg')}`), { recursive: true });
    }
  }
  for (const old of readdirSync(cacheDir)) {
    if (!used.has(old)) rmSync(join(cacheDir, old), { recursive: true, force: true });
  }
}

/**
 * Creates the Vite plugin that renders the demo's pictures next to the server bundle, or for the
 * development server.
 */
export function demoPictures(): Plugin {
  let root = '.';
  return {
    name: 'demo-pictures',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    configResolved: (config) => {
      root = config.root;
    },
    configureServer: () => renderAll(root, join(root, 'dist/dev/pictures')),
    async writeBundle({ dir = '' }) {
      await renderAll(root, join(dir, 'pictures'));
    },
  };
}
