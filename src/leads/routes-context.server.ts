import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import type { LeadHooks } from './hooks.server';
import type { FindPackages } from './inquiry/package-choice';
import type { LeadValues } from './lead-value.server';

/** Dependencies of the admin's routes. */
export interface LeadRoutesContext {
  db: Database;
  environment: Environment;
  hooks: LeadHooks;
  /** Returns the values of leads by the current prices. */
  getValues: () => Promise<LeadValues>;
  findPackages: FindPackages;
}
