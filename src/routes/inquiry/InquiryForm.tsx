import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { useCollection } from '../../content/collections/queries';
import { isShortlistRequested } from '../../content/collections/talents/shortlist/shortlist-store';
import { computeReservedLength } from '../../leads/inquiry/inquiry-message';
import type { InquiryPageState } from '../../leads/inquiry/inquiry-page-state';
import { type LeadField, leadLabels, leadSteps } from '../../leads/inquiry/lead-form-options';
import { findPreselectedOption } from '../../leads/inquiry/package-choice';
import {
  CompanyFields,
  ContactFields,
  getFieldAnchor,
  HoneypotField,
  NeedsFields,
} from '../../leads/public/LeadFields';
import * as fieldsetStyles from '../../leads/public/LeadFields.module.css';
import { PlanStrip } from '../../leads/public/PlanStrip';
import { PrivacyNote } from '../../leads/public/PrivacyNote';
import { ShortlistStrip, useInquiryShortlist } from '../../leads/public/ShortlistStrip';
import { TalentProfile, TalentTopic } from '../../leads/public/TalentTopic';
import { listKeys } from '../../lib/list';
import { useSite } from '../../lib/site';
import { Button } from '../../ui/Button';
import { CircleAlert } from '../../ui/icons/admin-icons';
import { NextSteps } from '../../ui/NextSteps';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './InquiryPage.module.css';

const orderedFields = listKeys(leadLabels);

/** Focuses the field of an error. Without JavaScript the link only jumps to the field's anchor. */
function focusField(event: MouseEvent, field: LeadField) {
  const place = document.getElementById(getFieldAnchor(field));
  const control = place?.querySelector<HTMLElement>('input, select, textarea');
  if (!control) return;
  event.preventDefault();
  control.focus();
}

/** Error summary above the form, with a link to each invalid field. */
function ErrorSummary({ errors }: { errors: Record<string, string> }) {
  const summary = useRef<HTMLDivElement>(null);
  const invalidFields = orderedFields.filter((field) => Object.hasOwn(errors, field));

  useEffect(() => {
    // Not out of a field in which the visitor types already.
    if (document.activeElement === document.body) summary.current?.focus();
  }, []);

  if (invalidFields.length === 0) return null;
  return (
    <div className={styles.errors} ref={summary} tabIndex={-1} role="alert">
      <h2>
        <CircleAlert />
        {invalidFields.length === 1
          ? 'Check this field'
          : `Check these ${invalidFields.length} fields`}
      </h2>
      <ul>
        {invalidFields.map((field) => (
          <li key={field}>
            <a href={`#${getFieldAnchor(field)}`} onClick={(event) => focusField(event, field)}>
              {leadLabels[field]}
            </a>
            {`: ${errors[field]}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Hidden fields with the visitor's attribution and consent. The attribution is what the server has
 * seen and, with JavaScript, what the browser has stored.
 */
function LeadSourceFields({ attribution }: { attribution: string }) {
  const { tracking } = useSite();
  const attributionField = useRef<HTMLInputElement>(null);
  const consentField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const form = consentField.current?.form;
    if (!form) return;
    let leadSourceModule: typeof import('../../analytics/attribution/lead-source') | undefined;
    // On the first field, not on Submit: too late to load this.
    const loadLeadSource = () => {
      import('../../analytics/attribution/lead-source').then(
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

/** The plan that goes along. With JavaScript, the visitor may leave it out. */
function PlanField({ plan }: { plan: NonNullable<InquiryPageState['plan']> }) {
  const [isHydrated, setIsHydrated] = useState(false);
  const [isIncluded, setIncluded] = useState(true);
  useEffect(() => setIsHydrated(true), []);
  return (
    <div>
      <PlanStrip
        plan={plan}
        isIncluded={isIncluded}
        onChange={isHydrated ? setIncluded : undefined}
      />
      {isIncluded && <input type="hidden" name="plan" value={plan.code} />}
    </div>
  );
}

const [company, contact, need] = leadSteps;

const nextSteps = [
  { when: 'Within 24 hours', what: 'We write back and agree on a time to talk.' },
  { when: 'In 30 minutes', what: 'Your locations, your open hours, the desk that hurts most.' },
  { when: 'After the call', what: 'You have names and a price.' },
];

/** Returns whether to include the shortlist: as posted, otherwise as in the query. */
const isShortlistWanted = (posted: string[] | null, search: string): boolean | undefined =>
  posted ? posted.length > 0 : isShortlistRequested(search) || undefined;

/** All steps of the lead form as one form, which the browser posts to the server. */
export function InquiryForm({ state }: { state: InquiryPageState }) {
  const { name } = useSite();
  const { data: packages = [] } = useCollection('packages');
  const { values, errors, talent, plan, idempotencyKey } = state;
  const shortlist = useInquiryShortlist(isShortlistWanted(state.shortlist, useSearch()));
  const selected = { interestedPackage: findPreselectedOption(packages, values.interestedPackage) };
  const defaults = { ...values, ...selected };
  const fields = {
    errors,
    control: (field: LeadField) => ({ name: field, defaultValue: defaults[field] ?? '' }),
  };
  return (
    <div className={`${layoutStyles.columns} ${styles.columns}`}>
      <div className={styles.introduction}>
        <h1>{`Get Started with ${name}`}</h1>
        <p className={`${textStyles.lead} ${styles.lead}`}>
          Tell us where a desk stands empty. We'll be in touch within 24 hours to schedule your
          discovery call.
        </p>
      </div>
      {/* `noValidate`: the contract's messages appear at the fields instead of the browser's. */}
      <form className={styles.form} method="post" action="/enquiry" noValidate>
        <ErrorSummary errors={errors} />
        {state.formError && (
          <div className={styles.errors} role="alert">
            <h2>{state.formError}</h2>
          </div>
        )}
        {talent && (
          <div>
            <TalentTopic talent={talent} />
            <TalentProfile talent={talent} />
            <input type="hidden" name="talent" value={talent.id} />
          </div>
        )}
        {plan && <PlanField plan={plan} />}
        <ShortlistStrip shortlist={shortlist} />
        {shortlist.people.length > 0 && (
          <input
            type="hidden"
            name="shortlist"
            value={shortlist.includedPeople.map(({ id }) => id).join(',')}
          />
        )}
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <LeadSourceFields attribution={state.attribution} />
        <input type="hidden" name="openedAt" value={state.openedAt} />
        <fieldset className={fieldsetStyles.fieldset}>
          <legend>{company.title}</legend>
          <CompanyFields {...fields} />
        </fieldset>
        <fieldset className={fieldsetStyles.fieldset}>
          <legend>{contact.title}</legend>
          <ContactFields {...fields} />
        </fieldset>
        <fieldset className={fieldsetStyles.fieldset}>
          <legend>{need.title}</legend>
          <NeedsFields
            {...fields}
            packages={packages}
            preselected={values.interestedPackage}
            reservedLength={computeReservedLength({ talent, shortlist: shortlist.includedPeople })}
          />
        </fieldset>
        <HoneypotField />
        <div className={styles.submit}>
          <PrivacyNote />
          <Button type="submit" size="l">
            Submit
          </Button>
        </div>
      </form>
      <section className={styles.next}>
        <h2>What happens next</h2>
        <NextSteps steps={nextSteps} />
      </section>
    </div>
  );
}
