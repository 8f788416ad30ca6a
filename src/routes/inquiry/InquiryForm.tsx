import { useSearch } from 'wouter';
import { computeReservedLength } from '../../features/leads/inquiry/inquiry-message';
import type { InquiryPageState } from '../../features/leads/inquiry/inquiry-page-state';
import { type LeadField, leadSteps } from '../../features/leads/inquiry/lead-form-options';
import { findPreselectedOption } from '../../features/leads/inquiry/package-choice';
import { HoneypotField } from '../../features/leads/public/HoneypotField';
import { CompanyFields, ContactFields, NeedsFields } from '../../features/leads/public/LeadFields';
import * as fieldsetStyles from '../../features/leads/public/LeadFields.module.css';
import { PrivacyNote } from '../../features/leads/public/PrivacyNote';
import { ShortlistStrip } from '../../features/leads/public/ShortlistStrip';
import { TalentProfile } from '../../features/leads/public/TalentProfile';
import { TalentTopic } from '../../features/leads/public/TalentTopic';
import { useInquiryShortlist } from '../../features/leads/public/use-inquiry-shortlist';
import { useCollection } from '../../features/queries';
import { isShortlistRequested } from '../../features/talents/shortlist/use-shortlist';
import { useSite } from '../../lib/site';
import { Button } from '../../ui/Button';
import { NextSteps } from '../../ui/NextSteps';
import * as textStyles from '../../ui/text.module.css';
import { ErrorSummary } from './ErrorSummary';
import * as styles from './InquiryPage.module.css';
import { LeadSourceFields } from './LeadSourceFields';

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
  const { values, errors, talent, idempotencyKey } = state;
  const shortlist = useInquiryShortlist(isShortlistWanted(state.shortlist, useSearch()));
  const selected = { interestedPackage: findPreselectedOption(packages, values.interestedPackage) };
  const defaults = { ...values, ...selected };
  const fields = {
    errors,
    control: (field: LeadField) => ({ name: field, defaultValue: defaults[field] ?? '' }),
  };
  return (
    <div className={styles.columns}>
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
