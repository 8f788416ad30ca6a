import { z } from '../lib/schema';

/** Where in a list, newest first, a page starts: right after the row of this moment and id. */
export interface Cursor {
  timestamp: string;
  id: string;
}

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/;

const matchCursor = (text: string) => cursorPattern.exec(Buffer.from(text, 'base64url').toString());

/** A cursor as text for an address. It names a place, no secret: nothing is gained by making one up. */
export const encodeCursor = ({ timestamp, id }: Cursor): string =>
  Buffer.from(`${timestamp} ${id}`).toString('base64url');

/** A cursor out of an address. */
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
