import { z } from '../lib/schema';

/** The position in a list after which a page starts. */
export interface Cursor {
  timestamp: string;
  id: string;
  /** The section, in a list with sections that are each sorted by a time. */
  section?: string | undefined;
}

const cursorPattern =
  /^(?:([\w.-]{1,40}) )?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/;

const matchCursor = (text: string) => cursorPattern.exec(Buffer.from(text, 'base64url').toString());

/** Encodes a cursor for a URL. It is not signed: a forged one gives access to nothing. */
export const encodeCursor = ({ timestamp, id, section }: Cursor): string =>
  Buffer.from(`${section === undefined ? '' : `${section} `}${timestamp} ${id}`).toString(
    'base64url',
  );

/** Decodes a cursor from a URL. */
export const cursorParam = z.pipe(
  z.string().check(
    z.maxLength(200),
    z.refine((text) => matchCursor(text) !== null, 'This is not a cursor of this list'),
  ),
  z.transform((text: string): Cursor => {
    const [, section, timestamp = '', id = ''] = matchCursor(text) ?? [];
    return { timestamp, id, section };
  }),
);
