import { type RefObject, useEffect, useRef, useState } from 'react';
import { request } from '../../lib/http';
import { newIdempotencyKey } from '../leads/idempotency-key';
import { toldAttribution } from '../tracking/told-attribution';
import { type EmbedNews, readEmbedMessage } from './embed-messages';
import { type KnownVisitor, knownVisitor } from './known-visitor';
import type { OwnMessage } from './own-messages';

/** Milliseconds after which a page that has given no sign of life is given up. */
const patience = 8_000;

/** Whether the visitor has begun to book on this page; asked once, however often the dialog opens. */
let hasInitiated = false;

type Booked = Extract<EmbedNews, { kind: 'booked' }>;

/** Tells the server what the browser has heard. Nothing depends on it where the provider tells, too. */
function report({ provider, id, start, end }: Booked, visitor: KnownVisitor): void {
  if (provider === 'site') return;
  request('/api/scheduling/confirmations', {
    method: 'POST',
    body: {
      provider,
      externalId: id ?? `browser-${newIdempotencyKey()}`,
      start,
      end,
      leadId: visitor.leadId,
      attribution: toldAttribution(),
    },
  }).catch(() => undefined);
}

interface Parts {
  frame: RefObject<HTMLIFrameElement | null>;
  /** The origin of the embedded page: nobody else is listened to. */
  origin: string;
  onInitiated: () => void;
}

/** Follows an embedded calendar: whether it lives, is used, and has booked a call. */
export function useEmbed({ frame, origin, onInitiated }: Parts) {
  const [life, setLife] = useState<'waiting' | 'alive' | 'late'>('waiting');
  const [isBooked, setIsBooked] = useState(false);
  const initiated = useRef(onInitiated);
  const booked = useRef(new Set<string>());
  initiated.current = onInitiated;

  const isAlive = () => setLife('alive');

  useEffect(() => {
    const timer = setTimeout(() => setLife((now) => (now === 'waiting' ? 'late' : now)), patience);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    function initiate() {
      if (hasInitiated) return;
      hasInitiated = true;
      initiated.current();
    }

    // A click or the focus inside a frame takes the focus from the page around it; what it was, a
    // foreign page does not tell.
    function onBlur() {
      if (frame.current && document.activeElement === frame.current) initiate();
    }

    function answer(data: OwnMessage | { originator: 'CAL'; method: string }) {
      frame.current?.contentWindow?.postMessage(data, origin);
    }

    function onMessage(event: MessageEvent) {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const news = readEmbedMessage(event.data);
      if (!news) return;
      isAlive();
      if (news.kind === 'alive') {
        if (news.waits) answer({ originator: 'CAL', method: 'parentKnowsIframeReady' });
        if (news.isOwn) answer({ type: 'crewbridge.visitor', visitor: knownVisitor() });
        return;
      }
      initiate();
      if (news.kind !== 'booked') return;
      // Some say it twice, in an old and a new form: by its name, or as the only one of this dialog.
      const name = news.id ?? 'unnamed';
      if (booked.current.has(name) || (news.id === null && booked.current.size > 0)) return;
      booked.current.add(name);
      setIsBooked(true);
      report(news, knownVisitor());
    }

    window.addEventListener('blur', onBlur);
    window.addEventListener('message', onMessage);
    return () => {
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('message', onMessage);
    };
  }, [frame, origin]);

  return { life, isAlive, isBooked };
}
