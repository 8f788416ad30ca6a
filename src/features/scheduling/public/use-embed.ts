import { type RefObject, useEffect, useRef, useState } from 'react';
import { request } from '../../../lib/http-client';
import { getReportableAttribution } from '../../analytics/attribution/get-reportable-attribution';
import { createIdempotencyKey } from '../../leads/public/idempotency-key';
import type { DialogMessage } from './dialog-messages';
import { type EmbedMessage, parseEmbedMessage } from './embed-messages';
import { getKnownVisitor, type KnownVisitor } from './known-visitor';

/** Milliseconds after which a page that has given no sign of life is given up. */
const loadTimeoutMs = 8_000;

/** Whether the visitor has begun to book on this page; asked once, however often the dialog opens. */
let hasInitiated = false;

type BookedMessage = Extract<EmbedMessage, { kind: 'booked' }>;

/** Tells the server what the browser has heard. Nothing depends on it where the provider tells, too. */
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
  /** The origin of the embedded page: nobody else is listened to. */
  origin: string;
  onInitiated: () => void;
}

/** Follows an embedded calendar: whether it lives, is used, and has booked a call. */
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

    // A click or the focus inside a frame takes the focus from the page around it; what it was, a
    // foreign page does not tell.
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
      // Some say it twice, in an old and a new form: by its name, or as the only one of this dialog.
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

  return { life: loadState, isAlive: markAlive, isBooked };
}
