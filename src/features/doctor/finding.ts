/**
 * What an examination has found: `ok`; a `note`, which stops nobody; `unsafe`, which does harm once
 * strangers are on the site; `wrong`, which does not work.
 */
export interface Finding {
  level: 'ok' | 'note' | 'unsafe' | 'wrong';
  text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const unsafe = (text: string): Finding => ({ level: 'unsafe', text });
export const wrong = (text: string): Finding => ({ level: 'wrong', text });

/** What an error says, on one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? '';
