/**
 * The result of an examination. `ok`: works. `note`: worth knowing, prevents nothing. `unsafe`:
 * harmful once strangers use the site. `wrong`: does not work.
 */
export interface Finding {
  level: 'ok' | 'note' | 'unsafe' | 'wrong';
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
  broken: (text: string): Finding => ({ level: 'wrong', text }),
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
