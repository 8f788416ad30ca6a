import type { BookingSource } from '../call';

/** A message of an embedded calendar, independent of the provider. */
export type EmbedMessage =
  /** The calendar has loaded. `waits`: it expects a reply before it shows anything (Cal.com). */
  | { kind: 'alive'; waits?: boolean; isOwn?: boolean }
  | { kind: 'touched' }
  | {
      kind: 'booked';
      provider: BookingSource;
      /** The booking's ID at the provider, if the message has one. */
      id: string | null;
      start?: string | undefined;
      end?: string | undefined;
    };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Reads a string at a path of an untrusted value. */
function readText(value: unknown, ...path: string[]): string | undefined {
  let inner = value;
  for (const name of path) inner = isRecord(inner) ? inner[name] : undefined;
  return typeof inner === 'string' && inner !== '' ? inner.slice(0, 300) : undefined;
}

function parseCalendlyMessage(data: Record<string, unknown>): EmbedMessage | null {
  switch (data.event) {
    case 'calendly.event_scheduled': {
      const id = readText(data, 'payload', 'invitee', 'uri') ?? null;
      return { kind: 'booked', provider: 'calendly', id };
    }
    case 'calendly.date_and_time_selected':
      return { kind: 'touched' };
    default:
      return { kind: 'alive' };
  }
}

function parseCalMessage(message: Record<string, unknown>): EmbedMessage | null {
  const type = readText(message, 'type') ?? readText(message, 'fullType')?.split(':').at(-1);
  const { data } = message;
  switch (type) {
    case 'bookingSuccessfulV2':
      return {
        kind: 'booked',
        provider: 'cal',
        id: readText(data, 'uid') ?? null,
        start: readText(data, 'startTime'),
        end: readText(data, 'endTime'),
      };
    case 'bookingSuccessful':
      return {
        kind: 'booked',
        provider: 'cal',
        id: readText(data, 'booking', 'uid') ?? readText(data, 'uid') ?? null,
        start: readText(data, 'booking', 'startTime') ?? readText(data, 'date'),
        end: readText(data, 'booking', 'endTime'),
      };
    case '__iframeReady':
      return { kind: 'alive', waits: true };
    default:
      return { kind: 'alive' };
  }
}

/** Parses a message of an embedded page. Returns null if the message is not a calendar's. */
export function parseEmbedMessage(data: unknown): EmbedMessage | null {
  if (!isRecord(data)) return null;
  if (readText(data, 'event')?.startsWith('calendly.')) return parseCalendlyMessage(data);
  if (data.originator === 'CAL') return parseCalMessage(data);
  if (data.type === 'crewbridge.ready') return { kind: 'alive', isOwn: true };
  if (data.type === 'crewbridge.booked') {
    return { kind: 'booked', provider: 'site', id: readText(data, 'id') ?? null };
  }
  return null;
}
