import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { copyRepository } from '../support/copy-repository';
import { projectRoot } from '../support/operate';
import { sampleLead } from '../support/samples';
import { createTestFolder, startTestServer } from '../support/test-resources';

/** Reads the code blocks of a section of CONTRIBUTING.md. */
function readCodeBlocks(heading: string): string[] {
  const guide = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8');
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^( *)```ts\n(.*?)^ *```$/gms)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** Copies this repository, edits it and builds the server. @returns the server's entry */
async function buildWith(edit: (folder: string) => void): Promise<string> {
  const folder = createTestFolder('disk');
  copyRepository(folder);
  edit(folder);
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
  const args = [vite, 'build', '--ssr', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  return join(folder, 'dist/server/main.server.js');
}

/** Inserts text before the first match. */
function insertBefore(file: string, pattern: RegExp, text: string): void {
  const content = readFileSync(file, 'utf8');
  expect(content).toMatch(pattern);
  writeFileSync(
    file,
    content.replace(pattern, (match) => text + match),
  );
}

function addDelivery(folder: string): void {
  const [delivery = ''] = readCodeBlocks('Add a delivery');
  writeFileSync(join(folder, 'src/leads/deliveries/lead-note.delivery.server.ts'), delivery);
}

function addEvent(folder: string): void {
  const leads = join(folder, 'src/leads');
  const [event = ''] = readCodeBlocks('Add an event');
  appendFileSync(join(leads, 'table.server.ts'), event);
  const store = join(leads, 'patch-lead.server.ts');
  insertBefore(store, /^import/, "import { enqueue } from '../foundation/outbox/store.server';\n");
  insertBefore(
    store,
    /let changed = await updateLead\(transaction, stored, change, userId\)/,
    "if (patch.status) await enqueue(transaction, 'lead-status-changed', { leadId: id, status: patch.status });\n",
  );
  const [delivery = ''] = readCodeBlocks('Add a delivery');
  writeFileSync(
    join(leads, 'deliveries/status-note.delivery.server.ts'),
    delivery.replace('lead-note', 'status-note').replace('lead-created', 'lead-status-changed'),
  );
}

function addField(folder: string): void {
  const contract = join(folder, 'src/content/collections/talents/contract.ts');
  insertBefore(contract, / +displayOrder: displayOrder\(\),/, 'awards: textList(),\n');
  insertBefore(contract, / +displayOrder: 'Display order',/, "awards: 'Awards',\n");
  insertBefore(contract, /(?<=defaults: \{)/, '\nawards: [],');
  insertBefore(contract, /(?<=example: \{)/, "\nawards: ['Desk of the year'],");
  const [migration = ''] = readCodeBlocks('Add a field to a collection');
  writeFileSync(join(folder, 'migrations/9999-awards.ts'), migration);
}

function addCollection(folder: string): void {
  const collections = join(folder, 'src/content/collections');
  const [contract = '', migration = ''] = readCodeBlocks('Add a collection');
  mkdirSync(join(collections, 'testimonials'));
  writeFileSync(join(collections, 'testimonials/contract.ts'), contract);
  writeFileSync(join(folder, 'migrations/9998-testimonials.ts'), migration);
  const registry = join(collections, 'collections.ts');
  insertBefore(registry, /^import/, "import { testimonials } from './testimonials/contract';\n");
  insertBefore(registry, /\] as const;/, ', testimonials');
}

function addPage(folder: string): void {
  const routes = join(folder, 'src/routes');
  const [page = '', serverPage = ''] = readCodeBlocks('Add a page');
  mkdirSync(join(routes, 'about'));
  const component = 'export default function AboutPage() { return <h1>About us</h1>; }';
  writeFileSync(join(routes, 'about/AboutPage.tsx'), component);
  for (const [file, name, list, definition] of [
    ['pages.ts', 'aboutPage', 'pages', page],
    ['pages.server.ts', 'aboutServerPage', 'serverPages', serverPage],
  ] as const) {
    insertBefore(join(routes, file), new RegExp(`^export const ${list}:`, 'm'), definition);
    insertBefore(join(routes, file), /\n\];/, `\n${name},`);
  }
  insertBefore(
    join(routes, 'pages.server.ts'),
    /^import/,
    "import { aboutPage } from './pages';\n",
  );
}

function addCheck(folder: string): void {
  const [check = ''] = readCodeBlocks('Add a check');
  insertBefore(join(folder, 'src/operations/checks/checks.server.ts'), /\n\];/, `\n${check}`);
}

describe('CONTRIBUTING.md', () => {
  test('has recipes for a field, a collection, a page, a delivery, an event and a check that work', async () => {
    const entry = await buildWith((folder) => {
      addField(folder);
      addCollection(folder);
      addPage(folder);
      addDelivery(folder);
      addEvent(folder);
      addCheck(folder);
    });
    const DATA_DIR = createTestFolder();
    const server = await startTestServer({ DATA_DIR, ADMIN_PASSWORD: adminPassword }, { entry });
    const api = new ApiClient(server.url);
    const { id } = (await api.post('/api/leads', sampleLead)).body as { id: string };
    await api.signIn();
    const readStatuses = async (deliveryKind: string) => {
      const { body } = await api.get(`/api/leads/${id}/deliveries`);
      return (body as { kind: string; status: string }[])
        .filter(({ kind }) => kind === deliveryKind)
        .map(({ status }) => status);
    };
    await expect.poll(() => readStatuses('lead-note')).toEqual(['sent']);
    expect(readFileSync(join(DATA_DIR, 'notes'), 'utf8')).toBe(id);
    await api.patch(`/api/leads/${id}`, { status: 'contacted' });
    await expect.poll(() => readStatuses('status-note')).toEqual(['sent']);

    const { body: talents } = await api.get('/api/talents');
    const [talent] = talents as { id: string; awards: string[] }[];
    expect(talent?.awards).toEqual([]);
    const { body: changed } = await api.patch(`/api/talents/${talent?.id}`, {
      awards: ['Desk of the year'],
    });
    expect(changed).toMatchObject({ awards: ['Desk of the year'] });

    const testimonial = { quote: 'Always there.', author: 'Olga Brenner', role: 'Owner' };
    expect((await api.post('/api/testimonials', testimonial)).status).toBe(201);
    expect((await api.get('/api/testimonials')).body).toMatchObject([testimonial]);

    const { body: setup } = await api.post('/api/setup/check', {});
    const { checks } = (setup as { report: { checks: { isOk: boolean; text: string }[] } }).report;
    expect(checks).toContainEqual({
      isOk: false,
      text: expect.stringContaining('Visitors cannot find a phone number.'),
    });

    expect(await (await fetch(`${server.url}/about`)).text()).toContain('<h1>About us</h1>');
    expect(await (await fetch(`${server.url}/sitemap.xml`)).text()).toContain('/about</loc>');
  });
});

/** Files of the recipes in CONTRIBUTING.md. */
const examples = [
  'src/content/collections/testimonials/',
  'src/routes/about/',
  'src/leads/deliveries/lead-note.delivery.server.ts',
];

describe('documentation', () => {
  test('names only files and folders that exist', () => {
    const documents = [
      ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
      ...['docs/architecture.md', 'docs/operations.md', 'docs/trust.md'],
    ];
    const missing = documents.flatMap((document) => {
      const text = readFileSync(join(projectRoot, document), 'utf8');
      const named = text.matchAll(
        /`((?:src|migrations|demo|bench|tests|scripts|docs)\/[\w./-]*)`/g,
      );
      const linked = text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g);
      const folder = document.startsWith('docs/') ? 'docs' : '.';
      return [
        ...[...named].map(([, path = '']) => path),
        ...[...linked].map(([, path = '']) => join(folder, path)),
      ].filter(
        (path) =>
          !existsSync(join(projectRoot, path)) &&
          !examples.some((example) => path.startsWith(example)),
      );
    });
    expect(missing).toEqual([]);
  });
});
