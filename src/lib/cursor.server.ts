import { z } from './schema';

/** Where in a list, newest first, a page starts: right after the row of this moment and id. */
export interface Cursor {
  moment: string;
  id: string;
}

const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/;

const parts = (text: string) => shape.exec(Buffer.from(text, 'base64url').toString());

/** A cursor as text for an address. It names a place, no secret: nothing is gained by making one up. */
export const encodeCursor = ({ moment, id }: Cursor): string =>
  Buffer.from(`${moment} ${id}`).toString('base64url');

/** A cursor out of an address. */
export const cursorText = z.pipe(
  z.string().check(
    z.maxLength(200),
    z.refine((text) => parts(text) !== null, 'This is not a cursor of this list'),
  ),
  z.transform((text: string): Cursor => {
    const [, moment = '', id = ''] = parts(text) ?? [];
    return { moment, id };
  }),
);
