import type { BookingSource } from './call';

/** What an embedded calendar has said, in the words of none. */
export type EmbedNews =
  /** It is there. `waits`: for the page around it to say the same (Cal.com shows nothing before). */
  | { kind: 'alive'; waits?: boolean; isOwn?: boolean }
  /** The visitor did something inside. */
  | { kind: 'touched' }
  | {
      kind: 'booked';
      provider: BookingSource;
      /** The booking's name at its provider, where the message has one. */
      id: string | null;
      start?: string | undefined;
      end?: string | undefined;
    };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A text at a path inside something foreign. */
function textAt(value: unknown, ...path: string[]): string | undefined {
  let inner = value;
  for (const name of path) inner = isRecord(inner) ? inner[name] : undefined;
  return typeof inner === 'string' && inner !== '' ? inner.slice(0, 300) : undefined;
}

function readCalendly(data: Record<string, unknown>): EmbedNews | null {
  switch (data.event) {
    case 'calendly.event_scheduled': {
      const id = textAt(data, 'payload', 'invitee', 'uri') ?? null;
      return { kind: 'booked', provider: 'calendly', id };
    }
    case 'calendly.date_and_time_selected':
      return { kind: 'touched' };
    default:
      return { kind: 'alive' };
  }
}

function readCal(message: Record<string, unknown>): EmbedNews | null {
  const type = textAt(message, 'type') ?? textAt(message, 'fullType')?.split(':').at(-1);
  const { data } = message;
  switch (type) {
    case 'bookingSuccessfulV2':
      return {
        kind: 'booked',
        provider: 'cal',
        id: textAt(data, 'uid') ?? null,
        start: textAt(data, 'startTime'),
        end: textAt(data, 'endTime'),
      };
    case 'bookingSuccessful':
      return {
        kind: 'booked',
        provider: 'cal',
        id: textAt(data, 'booking', 'uid') ?? textAt(data, 'uid') ?? null,
        start: textAt(data, 'booking', 'startTime') ?? textAt(data, 'date'),
        end: textAt(data, 'booking', 'endTime'),
      };
    case '__iframeReady':
      return { kind: 'alive', waits: true };
    default:
      return { kind: 'alive' };
  }
}

/** Reads what an embedded page has posted; null for what is no message of a calendar. */
export function readEmbedMessage(data: unknown): EmbedNews | null {
  if (!isRecord(data)) return null;
  if (textAt(data, 'event')?.startsWith('calendly.')) return readCalendly(data);
  if (data.originator === 'CAL') return readCal(data);
  if (data.type === 'crewbridge.ready') return { kind: 'alive', isOwn: true };
  if (data.type === 'crewbridge.booked') {
    return { kind: 'booked', provider: 'site', id: textAt(data, 'id') ?? null };
  }
  return null;
}
