import { z } from '../lib/schema';

/** The position in a list, newest first, after which a page starts. */
export interface Cursor {
  timestamp: string;
  id: string;
}

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/;

const matchCursor = (text: string) => cursorPattern.exec(Buffer.from(text, 'base64url').toString());

/** Encodes a cursor for a URL. It is not signed: a forged one gives access to nothing. */
export const encodeCursor = ({ timestamp, id }: Cursor): string =>
  Buffer.from(`${timestamp} ${id}`).toString('base64url');

/** Decodes a cursor from a URL. */
export const cursorParam = z.pipe(
  z.string().check(
    z.maxLength(200),
    z.refine((text) => matchCursor(text) !== null, 'This is not a cursor of this list'),
  ),
  z.transform((text: string): Cursor => {
    const [, timestamp = '', id = ''] = matchCursor(text) ?? [];
    return { timestamp, id };
  }),
);
