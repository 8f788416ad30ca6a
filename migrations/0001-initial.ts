import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

export const tables = [
  'talents',
  'case_studies',
  'onboarding_packages',
  'stats',
  'users',
  'sessions',
  'sign_in_failures',
  'leads',
  'idempotency_keys',
  'payments',
  'outbox',
  'site_state',
];

// Portable to both engines: only text, integer and boolean columns. Lists are JSON in a text
// column. Times are ISO 8601 in UTC, so that sorting by text sorts by time.

/** Builds a check constraint that allows only the listed values in a column. */
const oneOf = (column: string, values: string[]) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;

function ordered(table: CreateTableBuilder<string, never>) {
  return table
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('display_order', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull());
}

async function createCollections(db: Kysely<unknown>): Promise<void> {
  await ordered(db.schema.createTable('talents'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('years_experience', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`years_experience >= 0`),
    )
    .addColumn('skills', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('industry', 'text', (column) => column.notNull())
    .addColumn('tool_proficiency', 'text', (column) => column.notNull())
    .addColumn('seniority', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column
        .notNull()
        .defaultTo('available')
        .check(oneOf('status', ['available', 'assigned', 'in_training'])),
    )
    .addColumn('image_url', 'text')
    .addColumn('bio', 'text')
    .addColumn('certifications', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();

  await ordered(db.schema.createTable('case_studies'))
    .addColumn('client_name', 'text', (column) => column.notNull())
    .addColumn('client_logo', 'text')
    .addColumn('industry', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('time_saved', 'text')
    .addColumn('cost_reduction', 'text')
    .addColumn('efficiency_gain', 'text')
    .addColumn('testimonial_quote', 'text')
    .addColumn('testimonial_author', 'text')
    .addColumn('testimonial_role', 'text')
    .addColumn('featured', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();

  await ordered(db.schema.createTable('onboarding_packages'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('price', 'integer', (column) => column.check(sql`price >= 0`))
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('features', 'text', (column) => column.notNull())
    .addColumn('is_popular', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();

  await ordered(db.schema.createTable('stats'))
    .addColumn('icon', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .execute();

  for (const table of ['talents', 'case_studies', 'onboarding_packages', 'stats']) {
    await db.schema
      .createIndex(`${table}_in_order`)
      .on(table)
      .columns(['display_order', 'created_at', 'id'])
      .execute();
  }
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('admin'))
    .addColumn('email', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute();

  await db.schema
    .createTable('sign_in_failures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('failed_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_failures_of_address')
    .on('sign_in_failures')
    .columns(['address', 'failed_at'])
    .execute();
  await db.schema
    .createIndex('sign_in_failures_in_time')
    .on('sign_in_failures')
    .column('failed_at')
    .execute();
}

async function createLeads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('company_name', 'text', (column) => column.notNull())
    .addColumn('contact_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('industry', 'text')
    .addColumn('number_of_locations', 'integer', (column) =>
      column.check(sql`number_of_locations >= 1`),
    )
    .addColumn('interested_package', 'text')
    .addColumn('message', 'text')
    .addColumn('status', 'text', (column) =>
      column
        .notNull()
        .defaultTo('new')
        .check(
          oneOf('status', [
            'new',
            'contacted',
            'discovery_call',
            'proposal_sent',
            'closed_won',
            'closed_lost',
          ]),
        ),
    )
    .addColumn('assigned_pm_id', 'text', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('leads_newest').on('leads').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('leads_newest_of_status')
    .on('leads')
    .columns(['status', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('leads_of_pm').on('leads').column('assigned_pm_id').execute();

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('idempotency_keys_in_time')
    .on('idempotency_keys')
    .column('created_at')
    .execute();

  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull().references('leads.id'))
    .addColumn('package_id', 'text', (column) =>
      column.notNull().references('onboarding_packages.id'),
    )
    .addColumn('amount', 'integer', (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn('stripe_payment_intent_id', 'text', (column) => column.unique())
    .addColumn('status', 'text', (column) =>
      column
        .notNull()
        .defaultTo('pending')
        .check(oneOf('status', ['pending', 'succeeded', 'failed', 'canceled', 'refunded'])),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('payments_of_lead').on('payments').column('lead_id').execute();
  await db.schema.createIndex('payments_of_package').on('payments').column('package_id').execute();
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('lead_id', 'text', (column) => column.references('leads.id').onDelete('cascade'))
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column
        .notNull()
        .defaultTo('pending')
        .check(oneOf('status', ['pending', 'sent', 'failed', 'off'])),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text')
    .execute();
  await db.schema.createIndex('outbox_due').on('outbox').columns(['status', 'due_at']).execute();
  await db.schema.createIndex('outbox_of_lead').on('outbox').column('lead_id').execute();
}

async function createSiteState(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_state')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into site_state (key, value) values ('content_version', '1')`.execute(db);
}

/** Creates the tables of the first release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCollections(db);
  await createUsers(db);
  await createLeads(db);
  await createOutbox(db);
  await createSiteState(db);
}
