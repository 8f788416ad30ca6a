import type { ApiClient } from '../../tests/support/api-client';
import { startPostgres } from '../../tests/support/postgres';
import { createPostgresDatabase, query } from '../../tests/support/postgres-client';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { type Area, type Findings, type Measure, measureInTurn } from '../measure';
import { startSeededSite } from '../seed';

const sizes = { few: 1_000, many: 100_000 };
type Size = keyof typeof sizes;
const rounds = 21;

/** The requests of the desk's views. */
const views: Record<string, string> = {
  list: '/api/leads?limit=50',
  'longest waiting first': '/api/leads?limit=50&sort=-waiting',
  'highest value first': '/api/leads?limit=50&sort=-value',
  'next step first': '/api/leads?limit=50&sort=nextStep',
  'status and industry': '/api/leads?limit=50&status=contacted&industry=Beauty',
  search: '/api/leads?limit=50&q=company%20987',
  board: '/api/leads/stages',
  overview: '/api/overview',
};

const maxSearchMs = 100;

type Engine = 'SQLite' | 'PostgreSQL';

async function measureView(api: ApiClient, path: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await api.get(path);
  if (status !== 200) throw new Error(`${path} responded with ${status}.`);
  return performance.now() - startedAt;
}

/** Starts a server with leads. */
async function startFilledSite(env: { DATA_DIR: string; DATABASE_URL?: string }, size: Size) {
  const site = await startSeededSite(env, { talents: 1, leads: sizes[size] });
  // What PostgreSQL does by itself about a minute after so many inserts.
  if (env.DATABASE_URL) await query(env.DATABASE_URL, 'vacuum analyze');
  return site;
}

async function measureEngine(
  engine: Engine,
  environments: Record<Size, { DATA_DIR: string; DATABASE_URL?: string }>,
  progress: (line: string) => void,
): Promise<Measure[]> {
  progress(`${engine}: inserting leads`);
  const few = await startFilledSite(environments.few, 'few');
  const many = await startFilledSite(environments.many, 'many').catch(async (error: unknown) => {
    await few.server.kill();
    throw error;
  });
  try {
    const measures: Measure[] = [];
    for (const [name, path] of Object.entries(views)) {
      const [small = Number.NaN, large = Number.NaN] = await measureInTurn(
        rounds,
        [few, many],
        ({ api }) => measureView(api, path),
      );
      progress(`${engine}, ${name}: ${small.toFixed(1)}, ${large.toFixed(1)} ms`);
      measures.push(
        { name: `${engine}, ${name}, with many relative to few`, value: large / small, max: 3 },
        {
          name: `${engine}, ${name}, with many`,
          value: large,
          unit: 'ms',
          ...(name === 'search' && { max: maxSearchMs }),
        },
      );
    }
    return measures;
  } finally {
    await few.server.kill();
    await many.server.kill();
  }
}

async function run(progress: (line: string) => void): Promise<Findings> {
  const folders = { few: temporaryFolder(), many: temporaryFolder() };
  try {
    const [few, many] = [{ DATA_DIR: folders.few.path }, { DATA_DIR: folders.many.path }];
    const sqlite = await measureEngine('SQLite', { few, many }, progress);
    const server = await startPostgres('disk');
    try {
      const databases = {
        few: await createPostgresDatabase(server.url),
        many: await createPostgresDatabase(server.url),
      };
      const environments = {
        few: { ...few, DATABASE_URL: databases.few.url },
        many: { ...many, DATABASE_URL: databases.many.url },
      };
      const postgres = await measureEngine('PostgreSQL', environments, progress);
      return { measures: [...sqlite, ...postgres] };
    } finally {
      await server.stop();
    }
  } finally {
    folders.few.remove();
    folders.many.remove();
  }
}

export default {
  title: `The lead desk's views with 100,000 leads, compared with 1,000; median of ${rounds} runs`,
  run,
} satisfies Area;
