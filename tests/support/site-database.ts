import { type openDatabase, withDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';

type Settings = Parameters<typeof openDatabase>[0];

/** Creates the tables of a site, as its first start does. */
export const createTables = (settings: Settings) =>
  withDatabase(settings, async (db) => {
    await migrate(db);
  });

/** Reads the companies of all leads, in alphabetical order. */
export const readCompanies = (settings: Settings) =>
  withDatabase(settings, async (db) => {
    const leads = await db.selectFrom('leads').select('companyName').execute();
    return leads.map(({ companyName }) => companyName).sort();
  });
