import { mayHaveDatabase, withDatabase } from '../../db/database.server';
import type { Environment } from '../../foundation/settings/environment.server';
import { createLiveSettings } from '../../foundation/settings/live-settings.server';

/**
 * Returns the settings in effect, with those of the admin area. Without them when the database can't
 * be read, which the examination of the database reports.
 */
export async function loadOwnerSettings(environment: Environment): Promise<Environment> {
  if (!mayHaveDatabase(environment)) return environment;
  try {
    return await withDatabase(
      environment,
      async (db) => (await createLiveSettings(db, environment)).environment,
    );
  } catch {
    return environment;
  }
}
