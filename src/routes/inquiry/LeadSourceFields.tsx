import { useEffect, useRef } from 'react';
import { waitForIdle } from '../../lib/browser-timing';
import { useSite } from '../../lib/site';

/**
 * Hidden fields with the visitor's attribution and consent. The attribution is what the server has
 * seen and, with JavaScript, what the browser has stored.
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
    // Not on the first interaction, which may be the click on Submit: too late to load this.
    waitForIdle()
      .then(() => import('../../features/analytics/attribution/lead-source'))
      .then(
        (module) => {
          leadSourceModule = module;
        },
        // The inquiry is sent without the stored attribution.
        () => undefined,
      );
    // Read on submit, because the visitor may give consent while filling in the form.
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
