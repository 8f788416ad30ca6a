import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

// Code splitting. By default the bundler splits the first page's code into 18 files, and on a slow
// connection each six of them cost a round trip. Each function below returns the name of a module's
// chunk, or null to leave the choice to others.

const resolveSource = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const clientEntry = resolveSource('app/client.ts');
const hydrationEntry = resolveSource('app/hydrate.tsx');
const serverEntries = ['main', 'cli', 'render-picture'].map((name) =>
  resolveSource(`app/${name}.server.ts`),
);
const popularPages = ['home/HomePage', 'talent/TalentPage'].map((page) =>
  resolveSource(`routes/${page}.tsx`),
);
const inquiryPage = resolveSource('routes/inquiry/InquiryPage.tsx');
const leadDialogs = resolveSource('leads/public/LeadDialogs.tsx');
const otherFormPages = ['admin/LoginPage', 'schedule/SchedulePage'].map((page) =>
  resolveSource(`routes/${page}.tsx`),
);

/** Helpers that the bundler itself adds. */
const bundlerModules = ['\0vite/preload-helper.js', '\0rolldown/runtime.js'];

/** TanStack Query, which the admin area and the checkout use. */
const queryModules = /\/@tanstack\/(react-)?query(-core)?\/|\/src\/lib\/QueryProvider\.tsx$/;

/** Attribution and consent: small, and always loaded together. */
const attributionModules =
  /\/analytics\/(attribution\/(touch|attribution-store)|consent\/consent(-store)?)\.ts$/;

/** Finds a module and all that import it statically, directly or through others. */
function findStaticUsers(id: string, graph: Rolldown.ChunkingContext): Set<string> {
  const users = new Set<string>();
  const visit = (module: string) => {
    if (users.has(module)) return;
    users.add(module);
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) visit(importer);
  };
  visit(id);
  return users;
}

/** Names the chunk `start`: the code that runs before the first paint. */
const nameStartChunk = (id: string, graph: Rolldown.ChunkingContext): string | null =>
  bundlerModules.includes(id) || findStaticUsers(id, graph).has(clientEntry) ? 'start' : null;

/**
 * Names the chunk `site`: the code that hydration needs, and that the most visited pages share with
 * other lazy modules.
 */
function nameSiteChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = findStaticUsers(id, graph);
  if (users.has(hydrationEntry)) return 'site';
  const lazyUsers = [...users].filter((user) => graph.getModuleInfo(user)?.dynamicImporters.length);
  return lazyUsers.length > 1 && popularPages.some((page) => users.has(page)) ? 'site' : null;
}

/**
 * Names the chunks of the forms. `lead`: the code that the inquiry page shares with the lead form's
 * dialog (nine files without this). `fields`: the part of it that other forms use as well.
 */
function nameFormChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = findStaticUsers(id, graph);
  if (!users.has(inquiryPage) || id === inquiryPage) return null;
  if (otherFormPages.some((page) => users.has(page))) return 'fields';
  return users.has(leadDialogs) ? 'lead' : null;
}

/**
 * Names the chunks of the server. `server`: the startup, and rendering of the most visited pages;
 * each further file costs a millisecond. `base`: the code that the operator's commands need as
 * well. `rendering`: the code that the process for rendering one picture needs.
 */
function nameServerChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (serverEntries.includes(id)) return null;
  const users = findStaticUsers(id, graph);
  const [isForServer, isForCommands, isForRendering] = serverEntries.map((one) => users.has(one));
  if (isForRendering) return 'rendering';
  if (isForServer) return isForCommands ? 'base' : 'server';
  return !isForCommands && popularPages.some((page) => users.has(page)) ? 'server' : null;
}

/** Modules of a few lines that the same pages use: the first page's script lists each file by name. */
const smallModules = {
  contracts:
    /\/src\/((analytics|cover|leads)\/contract|leads\/lead-plan|lib\/(errors|time\/hours-schema))\.ts$/,
  dialogs: /\/src\/ui\/dialog\/dialog-(focus|history)\.ts$/,
  plan: /\/src\/(cover\/(encode-plan|plan-words|week)|lib\/(to-comparable|time\/(format-hour|time-zone|weekdays)))\.ts$/,
  times:
    /\/src\/(lib\/time\/(format-date|wall-time)|scheduling\/(call|format-call-time|public\/calendar-days))\.ts$/,
};

/** The chunks of the browser build. */
export const browserChunks = [
  { name: nameStartChunk, debugName: 'start', priority: 2 },
  { name: nameSiteChunk, debugName: 'site', priority: 1 },
  { name: nameFormChunk, debugName: 'forms' },
  { name: 'query', test: queryModules },
  { name: 'visit', test: attributionModules },
  ...Object.entries(smallModules).map(([name, test]) => ({
    name,
    test,
    includeDependenciesRecursively: false,
  })),
];

/** The chunks of the server build. */
export const serverChunks = [{ name: nameServerChunk, debugName: 'server' }];
