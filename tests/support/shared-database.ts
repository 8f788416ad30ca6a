import { query } from './postgres-client';

/**
 * Objects of other applications in a database: tables in `public`, an authentication schema whose
 * tables have the same names as the site's, a storage schema, a view, a sequence and a function.
 */
const foreignObjects = `
  create table public.orders (id serial primary key, note text not null);
  insert into public.orders (note) select 'order ' || n from generate_series(1, 50) n;
  create view public.order_count as select count(*) from public.orders;
  create function public.order_total() returns bigint language sql as 'select count(*) from public.orders';
  create schema auth;
  create table auth.users (id uuid primary key default gen_random_uuid(), email text unique);
  create table auth.sessions (id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth.users (id) on delete cascade);
  create table auth.schema_migrations (version text primary key);
  insert into auth.users (email) values ('a@other.example'), ('b@other.example');
  insert into auth.sessions (user_id) select id from auth.users;
  insert into auth.schema_migrations values ('20260101000000');
  create schema storage;
  create table storage.objects (id bigint primary key, name text, owner uuid references auth.users (id));
  insert into storage.objects select 1, 'file', id from auth.users limit 1;
`;

/**
 * Selects the names and the content of everything in a database that does not belong to the site.
 */
const foreignState = `
  select c.oid::regclass::text as name, c.oid::text as oid, c.relkind::text as kind,
    case when c.relkind = 'r' then
      query_to_xml(format('select * from %s t order by t::text', c.oid::regclass), true, false, '')::text
    end as content
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'auth', 'storage')
    and not exists (select 1 from pg_class t join pg_namespace tn on tn.oid = t.relnamespace
      left join pg_index i on i.indrelid = t.oid
      where tn.nspname = $1 and t.relname = any($2) and (t.oid = c.oid or i.indexrelid = c.oid))
  order by 1, 2`;

/** Creates a schema. @returns the address of the database with that schema first */
async function createSchema(url: string, schema: string): Promise<string> {
  await query(url, `create schema ${schema}`);
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${schema},public`);
  return address.href;
}

/**
 * Creates objects of other applications in a database that the site will share with them.
 * @param schema the schema of the site's tables: `public`, or a new one
 */
export async function shareDatabase(url: string, schema: string) {
  await query(url, foreignObjects);
  const siteUrl = schema === 'public' ? url : await createSchema(url, schema);
  const readTables = async () => {
    const rows = await query(url, 'select tablename from pg_tables where schemaname = $1', [
      schema,
    ]);
    return rows.map(({ tablename }) => String(tablename));
  };
  const foreignTables = await readTables();
  return {
    /** `DATABASE_URL` of the site. */
    siteUrl,
    /** Lists the site's tables. */
    readOwnTables: async () => (await readTables()).filter((name) => !foreignTables.includes(name)),
    /** Reads everything that does not belong to the site: object ids and content. */
    readForeignState: (ownTables: readonly string[]) =>
      query(url, foreignState, [schema, ownTables]),
  };
}
