import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '../../db/database.server';
import type { Environment } from '../../foundation/settings/environment.server';
import { createLiveSettings } from '../../foundation/settings/live-settings.server';

/**
 * Returns the settings in effect, with those of the admin area. Without them when the database can't
 * be read, which the examination of the database reports.
 */
export async function loadOwnerSettings(environment: Environment): Promise<Environment> {
  const { DATABASE_URL, DATA_DIR } = environment;
  // Opening a missing database would create it.
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'crewbridge.db'))) return environment;
  try {
    return await withDatabase(
      environment,
      async (db) => (await createLiveSettings(db, environment)).environment,
    );
  } catch {
    return environment;
  }
}
