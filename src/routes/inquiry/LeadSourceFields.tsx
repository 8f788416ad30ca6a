import { useEffect, useRef } from 'react';
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
    // On the first field, not on Submit: too late to load this.
    const loadLeadSource = () => {
      import('../../features/analytics/attribution/lead-source').then(
        (module) => {
          leadSourceModule = module;
        },
        // The inquiry is sent without the stored attribution.
        () => undefined,
      );
    };
    if (form.contains(document.activeElement)) loadLeadSource();
    else form.addEventListener('focusin', loadLeadSource, { once: true });
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
    return () => {
      form.removeEventListener('focusin', loadLeadSource);
      form.removeEventListener('submit', fillFields);
    };
  }, [tracking]);

  return (
    <>
      <input ref={attributionField} type="hidden" name="attribution" defaultValue={attribution} />
      <input ref={consentField} type="hidden" name="consent" defaultValue="" />
    </>
  );
}
