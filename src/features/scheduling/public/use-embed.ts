import { type RefObject, useEffect, useRef, useState } from 'react';
import { createIdempotencyKey } from '../../../lib/create-idempotency-key';
import { request } from '../../../lib/http-client';
import { getReportableAttribution } from '../../analytics/attribution/get-reportable-attribution';
import type { DialogMessage } from './dialog-messages';
import { type EmbedMessage, parseEmbedMessage } from './embed-messages';
import { getKnownVisitor, type KnownVisitor } from './known-visitor';

/** Maximum wait for an external page's first message. */
const loadTimeoutMs = 8_000;

/** Whether the start of a booking was already tracked on this page. */
let hasInitiated = false;

type BookedMessage = Extract<EmbedMessage, { kind: 'booked' }>;

/**
 * Reports to the server a booking that the embed announced. Redundant if the provider's webhook is
 * set up.
 */
function reportBooking({ provider, id, start, end }: BookedMessage, visitor: KnownVisitor): void {
  if (provider === 'site') return;
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

interface Options {
  frame: RefObject<HTMLIFrameElement | null>;
  /** Origin of the embedded page. Messages from other origins are ignored. */
  origin: string;
  onInitiated: () => void;
}

/** Tracks the state of an embedded calendar: loaded, used, booked. */
export function useEmbed({ frame, origin, onInitiated }: Options) {
  const [loadState, setLoadState] = useState<'waiting' | 'alive' | 'late'>('waiting');
  const [isBooked, setIsBooked] = useState(false);
  const latestOnInitiated = useRef(onInitiated);
  const bookedIds = useRef(new Set<string>());
  latestOnInitiated.current = onInitiated;

  const markAlive = () => setLoadState('alive');

  useEffect(() => {
    const timer = setTimeout(
      () => setLoadState((now) => (now === 'waiting' ? 'late' : now)),
      loadTimeoutMs,
    );
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    function notifyInitiated() {
      if (hasInitiated) return;
      hasInitiated = true;
      latestOnInitiated.current();
    }

    // A click or focus inside an iframe blurs the window. For a page of another origin there is no
    // other way to detect it.
    function onBlur() {
      if (frame.current && document.activeElement === frame.current) notifyInitiated();
    }

    function postToFrame(data: DialogMessage | { originator: 'CAL'; method: string }) {
      frame.current?.contentWindow?.postMessage(data, origin);
    }

    function onMessage(event: MessageEvent) {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const message = parseEmbedMessage(event.data);
      if (!message) return;
      markAlive();
      if (message.kind === 'alive') {
        if (message.waits) postToFrame({ originator: 'CAL', method: 'parentKnowsIframeReady' });
        if (message.isOwn) postToFrame({ type: 'crewbridge.visitor', visitor: getKnownVisitor() });
        return;
      }
      notifyInitiated();
      if (message.kind !== 'booked') return;
      // Some providers send it twice, in an old and a new format. Deduplicate by ID, or to one per
      // dialog.
      const name = message.id ?? 'unnamed';
      if (bookedIds.current.has(name) || (message.id === null && bookedIds.current.size > 0))
        return;
      bookedIds.current.add(name);
      setIsBooked(true);
      reportBooking(message, getKnownVisitor());
    }

    window.addEventListener('blur', onBlur);
    window.addEventListener('message', onMessage);
    return () => {
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('message', onMessage);
    };
  }, [frame, origin]);

  return { loadState, markAlive, isBooked };
}
