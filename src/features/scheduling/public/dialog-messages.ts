import type { KnownVisitor } from './known-visitor';

/**
 * What the site's own scheduling page and the dialog around it say to each other. Both are of one
 * origin; what is known of the visitor goes this way, and never into an address.
 */
export type DialogMessage =
  /** The page can be used. */
  | { type: 'crewbridge.ready' }
  /** A call was booked. */
  | { type: 'crewbridge.booked'; id: string; start: string }
  /** The dialog's answer to `ready`. */
  | { type: 'crewbridge.visitor'; visitor: KnownVisitor };

/** Says something to the dialog around the page; to nobody where there is none. */
export function postToDialog(message: DialogMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, location.origin);
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 254) : '');

/** Calls back with what the dialog around the page knows of the visitor. @returns what ends it */
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
