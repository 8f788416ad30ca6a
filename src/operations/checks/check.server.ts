import type { Database } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';

/**
 * The result of an examination. `ok`: works. `note`: worth knowing, prevents nothing. `unsafe`:
 * harmful once strangers use the site. `broken`: does not work.
 */
export interface Finding {
  level: 'ok' | 'note' | 'unsafe' | 'broken';
  text: string;
  /** A message to whoever runs the server, with the steps that solve it. */
  steps?: string;
}

export const report = {
  ok: (text: string): Finding => ({ level: 'ok', text }),
  note: (text: string): Finding => ({ level: 'note', text }),
  unsafe: (text: string, steps?: string): Finding => ({
    level: 'unsafe',
    text,
    ...(steps && { steps }),
  }),
  broken: (text: string): Finding => ({ level: 'broken', text }),
};

/** Returns a finding that only a condition makes true. */
export const reportIf = (condition: unknown, finding: Finding): Finding[] =>
  condition ? [finding] : [];

/** Returns whether nothing is broken or unsafe. */
export const isPassed = (findings: readonly Finding[]): boolean =>
  findings.every(({ level }) => level === 'ok' || level === 'note');

/** Formats an error's message as one line of at most 200 characters. */
export const formatReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? '';

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
