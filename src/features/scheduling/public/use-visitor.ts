import { useEffect, useState } from 'react';
import { onLinkOpened, takeLeadId } from './call-link-state';
import { onKnownVisitor, postToDialog } from './dialog-messages';
import type { KnownVisitor } from './known-visitor';

/** Fills empty fields with known values. */
const mergeVisitor = (typed: KnownVisitor, known: KnownVisitor): KnownVisitor => ({
  name: typed.name || known.name,
  email: typed.email || known.email,
  company: typed.company || known.company,
  leadId: typed.leadId ?? known.leadId,
});

/** State of the visitor's data: what the site knows, then what the visitor types. */
export function useVisitor(embedded: boolean) {
  const [visitor, setVisitor] = useState<KnownVisitor>({ name: '', email: '', company: '' });

  useEffect(() => {
    const fillIn = (known: KnownVisitor) => setVisitor((typed) => mergeVisitor(typed, known));
    if (embedded) {
      const stop = onKnownVisitor(fillIn);
      postToDialog({ type: 'crewbridge.ready' });
      return stop;
    }
    // Values from the lead form. Loaded on demand, because it pulls in the form's schema.
    import('./known-visitor').then(
      ({ getKnownVisitor }) => fillIn(getKnownVisitor()),
      () => undefined,
    );
    return undefined;
  }, [embedded]);

  useEffect(
    () =>
      onLinkOpened(() => {
        const leadId = takeLeadId();
        if (leadId !== null) setVisitor((typed) => ({ ...typed, leadId }));
      }),
    [],
  );

  return [visitor, setVisitor] as const;
}
