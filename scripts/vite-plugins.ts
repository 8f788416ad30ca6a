import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { drawings } from '../src/content/pages/demo-drawings.server';
import { spriteSheet } from '../src/content/pages/sprite-sheet';

/** Fails the build when browser code imports server code, and names both files. */
export const rejectServerImports: Plugin = {
  name: 'reject-server-imports',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId(source, importer) {
    if (/\.server(\.tsx?)?$/.test(source)) {
      this.error(`${importer ?? 'An entry'} is browser code and imports ${source}.`);
    }
    return null;
  },
};

/**
 * Stacks the drawings of the home page's first view in one SVG: one request before the first paint
 * instead of nine.
 */
async function drawSpriteSheet(): Promise<string> {
  const placed = drawings.map(async ({ name, file, top, width, height, color }) => {
    const path = fileURLToPath(new URL(`../public/pictures/${file}.svg`, import.meta.url));
    const [, box = '', content] =
      /<svg[^>]* viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(await readFile(path, 'utf8')) ?? [];
    if (!content || !box.endsWith(` ${width} ${height}`)) {
      throw new Error(`${path} is not a drawing of ${width} by ${height}.`);
    }
    // Each drawing has ids like "a": the prefix makes them unique in the sheet.
    const uniqueContent = content.replace(/(id="|url\(#)(\w)/g, `$1${name}-$2`);
    const colorAttribute = color ? ` color="${color}"` : '';
    return `<svg y="${top}" width="${width}" height="${height}" viewBox="${box}"${colorAttribute}>${uniqueContent}</svg>`;
  });
  const size = `width="${spriteSheet.width}" height="${spriteSheet.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${(await Promise.all(placed)).join('')}</svg>`;
}

/** Adds the sprite sheet to the browser build, and serves it in development. */
export const emitSpriteSheet: Plugin = {
  name: 'emit-sprite-sheet',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: spriteSheet.file, source: await drawSpriteSheet() });
  },
  configureServer(server) {
    server.middlewares.use(`/${spriteSheet.file}`, async (_request, response) => {
      response.setHeader('Content-Type', 'image/svg+xml').end(await drawSpriteSheet());
    });
  },
};

/** Matches a rule for the first of several numbers, below the comment that names the others. */
const firstRule = /\/\* The same from (\d+) to (\d+) in steps of (\d+): \*\/\s*([^{}]+\{[^{}]*\})/g;

/** Writes a rule for each number of a data attribute, with which CSS itself cannot compute. */
export const repeatNumberedRules: Plugin = {
  name: 'repeat-numbered-rules',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.css')) return null;
    const repeated = code.replace(firstRule, (_, first, last, step, rule: string) => {
      const rules: string[] = [];
      for (let number = Number(first); number <= Number(last); number += Number(step)) {
        rules.push(rule.replaceAll(new RegExp(`\\b${first}\\b`, 'g'), String(number)));
      }
      return rules.join('\n');
    });
    return { code: repeated, map: null };
  },
};

/** Matches data of an icon that `src/ui/icons/lucide-icon.ts` doesn't use: names, size, keys of shapes. */
const unusedIconData =
  /,\s*key: "\w+"|^\s*name: "[\w-]+",|^\s*size: \d+,|,\s*aliases: \[[^\]]*\]|^__iconData\.node;/gm;

/**
 * Removes unused data from Lucide's icons. The keys are random characters, which don't compress:
 * 300 bytes of the first load.
 */
export const removeUnusedIconData: Plugin = {
  name: 'remove-unused-icon-data',
  transform(code, id) {
    if (!/\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return null;
    return { code: code.replace(unusedIconData, ''), map: null };
  },
};

/**
 * Removes wouter's parser of route patterns, which only its `Route` and `useRoute` call. The site finds
 * a page by its path (`findPage`), so that 120 bytes of each first load would never run.
 */
export const removeRouteParser: Plugin = {
  name: 'remove-route-parser',
  apply: 'build',
  transform: (_code, id) =>
    id.includes('/regexparam/') ? { code: 'export const parse = undefined;', map: null } : null,
};

/** Writes a brotli and a gzip copy beside each file, so that the server never compresses one. */
export const precompressFiles: Plugin = {
  name: 'precompress-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    if (this.environment.name !== 'client' || this.environment.config.mode !== 'production') return;
    const compressBrotli = promisify(brotliCompress);
    const compressGzip = promisify(gzip);
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter(
      (entry) => entry.isFile() && /\.(js|css|svg|json|txt|ico)$/.test(entry.name),
    );
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        const content = await readFile(file);
        const sizeHint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
        const copies = [
          ['br', await compressBrotli(content, sizeHint)],
          ['gz', await compressGzip(content, { level: 9 })],
        ] as const;
        for (const [extension, copy] of copies) {
          if (copy.length < content.length) await writeFile(`${file}.${extension}`, copy);
        }
      }),
    );
  },
};
