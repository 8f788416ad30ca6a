import type { KnownVisitor } from './known-visitor';

/**
 * Messages between the site's own scheduling page and the dialog around it. Both have the same
 * origin. Visitor data is sent this way and never in a URL.
 */
export type DialogMessage =
  | { type: 'crewbridge.ready' }
  | { type: 'crewbridge.booked'; id: string; start: string }
  /** The dialog's response to `ready`. */
  | { type: 'crewbridge.visitor'; visitor: KnownVisitor };

/** Posts a message to the dialog around the page, if there is one. */
export function postToDialog(message: DialogMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, location.origin);
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 254) : '');

/**
 * Calls back with the visitor data that the surrounding dialog sends.
 * @returns the unsubscribe function
 */
export function onKnownVisitor(listener: (visitor: KnownVisitor) => void): () => void {
  const receive = ({ origin, source, data }: MessageEvent) => {
    if (origin !== location.origin || source !== window.parent) return;
    if (data?.type !== 'crewbridge.visitor') return;
    const { name, email, company, leadId } = data.visitor ?? {};
    listener({
      name: toText(name),
      email: toText(email),
      company: toText(company),
      ...(typeof leadId === 'string' && { leadId }),
    });
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}
