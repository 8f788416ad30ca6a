import type { Database } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';
import type { Finding } from './finding';

/** What checks examine. */
export interface CheckContext {
  /** The settings of the environment. */
  environment: Environment;
  /** The settings in effect, with those of the admin area. */
  settings: Environment;
  /** The raw environment variables, for what the parsed settings don't show. */
  variables: Readonly<Record<string, string | undefined>>;
  /** Undefined when no database can be read, which a check of its own reports. */
  db: Database | undefined;
  /** The host that the owner's browser has opened, in the setup checklist. */
  host?: string;
}

/** `doctor`: for the operator. `setup` and `self-test`: for the owner, in the owner's words. */
export type CheckPlace = 'doctor' | 'setup' | 'self-test';

export interface Check {
  /** What is examined. The self-test shows it. */
  name: string;
  /** Where its findings are shown. */
  shownIn: readonly CheckPlace[];
  /** Examines it. The text of each finding says what to do. */
  examine: (context: CheckContext) => Finding | Finding[] | Promise<Finding | Finding[]>;
}
