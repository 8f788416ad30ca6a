import { useEffect, useRef } from 'react';
import { waitForIdle } from '../../lib/browser-timing';
import { useSite } from '../../lib/site';

/**
 * Where the visitor came from, posted along: what the server has seen, and with JavaScript what the
 * browser remembers, and what was agreed to.
 */
export function LeadSourceFields({ attribution }: { attribution: string }) {
  const { tracking } = useSite();
  const attributionField = useRef<HTMLInputElement>(null);
  const consentField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const form = consentField.current?.form;
    if (!form) return;
    let leadSourceModule:
      | typeof import('../../features/analytics/attribution/lead-source')
      | undefined;
    // Not on a first touch: who presses Submit at once would be gone before it is there.
    waitForIdle()
      .then(() => import('../../features/analytics/attribution/lead-source'))
      .then(
        (module) => {
          leadSourceModule = module;
        },
        // The enquiry goes without.
        () => undefined,
      );
    // As late as can be: the choice may be made while the form is filled in.
    const fillFields = () => {
      const source = leadSourceModule?.collectLeadSource(tracking);
      if (source?.attribution && attributionField.current) {
        attributionField.current.value = JSON.stringify(source.attribution);
      }
      if (source?.consent && consentField.current) {
        consentField.current.value = JSON.stringify(source.consent);
      }
    };
    form.addEventListener('submit', fillFields);
    return () => form.removeEventListener('submit', fillFields);
  }, [tracking]);

  return (
    <>
      <input ref={attributionField} type="hidden" name="attribution" defaultValue={attribution} />
      <input ref={consentField} type="hidden" name="consent" defaultValue="" />
    </>
  );
}
