/**
 * What an examination has found: `ok`; a `note`, which stops nobody; `unsafe`, which does harm once
 * strangers are on the site; `wrong`, which does not work.
 */
export interface Finding {
  level: 'ok' | 'note' | 'unsafe' | 'wrong';
  text: string;
}

export const reportOk = (text: string): Finding => ({ level: 'ok', text });
export const reportNote = (text: string): Finding => ({ level: 'note', text });
export const reportUnsafe = (text: string): Finding => ({ level: 'unsafe', text });
export const reportBroken = (text: string): Finding => ({ level: 'wrong', text });

/** What an error says, on one line. */
export const formatReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? '';
