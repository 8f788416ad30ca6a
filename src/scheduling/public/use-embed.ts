import { type RefObject, useEffect, useRef, useState } from 'react';
import { getReportableAttribution } from '../../analytics/consent/consent-store';
import { track } from '../../analytics/tracking/track';
import { createIdempotencyKey } from '../../lib/browser/create-idempotency-key';
import { request } from '../../lib/network/http-client';
import type { CallSource } from '../call';
import { detectEmbedProvider } from './embed-url';
import { getKnownVisitor, type KnownVisitor } from './known-visitor';

/** A message of an embedded calendar, independent of the provider. */
type EmbedMessage =
  /** The calendar has loaded. `waits`: it expects a reply before it shows anything (Cal.com). */
  | { kind: 'alive'; waits?: boolean }
  | { kind: 'touched' }
  | {
      kind: 'booked';
      provider: Exclude<CallSource, 'site'>;
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
function parseEmbedMessage(data: unknown): EmbedMessage | null {
  if (!isRecord(data)) return null;
  if (readText(data, 'event')?.startsWith('calendly.')) return parseCalendlyMessage(data);
  if (data.originator === 'CAL') return parseCalMessage(data);
  return null;
}

/** Maximum wait for an external page's first message. */
const loadTimeoutMs = 8_000;

/** Whether the start of a booking was already tracked on this page. */
let hasInitiated = false;

/** Tracks the start of a booking, once per page. */
export function trackInitiated(): void {
  if (hasInitiated) return;
  hasInitiated = true;
  track('calendar_booking_initiated', {});
}

type BookedMessage = Extract<EmbedMessage, { kind: 'booked' }>;

/**
 * Reports to the server a booking that the embed announced. Redundant if the provider's webhook is
 * set up.
 */
function reportCall({ provider, id, start, end }: BookedMessage, visitor: KnownVisitor): void {
  request('/api/scheduling/confirmations', {
    method: 'POST',
    body: {
      provider,
      externalId: id ?? `browser-${createIdempotencyKey()}`,
      start,
      end,
      leadId: visitor.leadId,
      attribution: getReportableAttribution(),
    },
  }).catch(() => undefined);
}

/**
 * Tracks the state of an embedded calendar: loaded, used, booked.
 * @param pageUrl URL of the embedded page; messages from other origins are ignored
 */
export function useEmbed(frame: RefObject<HTMLIFrameElement | null>, pageUrl: URL) {
  const { origin } = pageUrl;
  /** `loaded`: something is shown that posts no messages: a calendar, or an error page. */
  const [loadState, setLoadState] = useState<'waiting' | 'loaded' | 'alive' | 'late'>('waiting');
  const [isBooked, setIsBooked] = useState(false);
  const bookedIds = useRef(new Set<string>());

  /** Handles the `load` event, which browsers also fire for an error page or a refused frame. */
  const handleLoad = () => {
    if (detectEmbedProvider(pageUrl) !== 'other') return;
    setLoadState((now) => (now === 'alive' ? now : 'loaded'));
  };

  useEffect(() => {
    const timer = setTimeout(
      () => setLoadState((now) => (now === 'waiting' ? 'late' : now)),
      loadTimeoutMs,
    );
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    // A click or focus inside an iframe blurs the window. For a page of another origin there is no
    // other way to detect it.
    function onBlur() {
      if (frame.current && document.activeElement === frame.current) trackInitiated();
    }

    function onMessage(event: MessageEvent) {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const message = parseEmbedMessage(event.data);
      if (!message) return;
      setLoadState('alive');
      if (message.kind === 'alive') {
        if (message.waits) {
          const reply = { originator: 'CAL', method: 'parentKnowsIframeReady' };
          frame.current?.contentWindow?.postMessage(reply, origin);
        }
        return;
      }
      trackInitiated();
      if (message.kind !== 'booked') return;
      // Some providers send it twice, in an old and a new format. Deduplicate by ID, or to one per
      // dialog.
      const name = message.id ?? 'unnamed';
      if (bookedIds.current.has(name) || (message.id === null && bookedIds.current.size > 0))
        return;
      bookedIds.current.add(name);
      setIsBooked(true);
      reportCall(message, getKnownVisitor());
    }

    window.addEventListener('blur', onBlur);
    window.addEventListener('message', onMessage);
    return () => {
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('message', onMessage);
    };
  }, [frame, origin]);

  return { loadState, handleLoad, isBooked };
}
