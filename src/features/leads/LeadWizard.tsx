import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useSite } from '../../lib/site';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { track } from '../tracking/track';
import { AboutTalent } from './AboutTalent';
import { draftStore } from './draft-store';
import type { EnquiryAbout } from './enquiry-about';
import { reservedLength } from './enquiry-message';
import { HiddenField } from './HiddenField';
import { CompanyFields, ContactFields, NeedFields } from './LeadFields';
import type { LeadInput } from './lead';
import { leadSteps } from './lead-options';
import { PrivacyNote } from './PrivacyNote';
import type { PackageChoice } from './package-choice';
import { ShortlistStrip } from './ShortlistStrip';
import { Steps } from './Steps';
import type { FormSigns, SendResult } from './send-lead';
import { TalentProfile } from './TalentProfile';
import { useCarriedShortlist } from './use-carried-shortlist';
import { useLeadWizard } from './use-lead-wizard';

interface Props {
  packages: readonly PackageChoice[];
  about: EnquiryAbout;
  step: number;
  onStep: (step: number) => void;
  busy: boolean;
  onSend: (input: LeadInput, signs: FormSigns) => Promise<SendResult>;
  onClose: () => void;
}

/** The second press of a double click was meant for the step before. */
const ignoreDoubleClick = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault();
};

/** A key held down must not run through the steps. */
const ignoreHeldEnter = (event: KeyboardEvent) => {
  const isField = !(event.target instanceof HTMLTextAreaElement);
  if (event.key === 'Enter' && event.repeat && isField) event.preventDefault();
};

const stepNumbers = [1, 2, 3] as const;

/** On a phone the form would start far below an unfolded profile. */
const hasRoom = () => matchMedia('(min-width: 600px) and (min-height: 600px)').matches;

/** The lead form as a dialog of three steps. */
export function LeadWizard({ packages, about, step, onStep, busy, onSend, onClose }: Props) {
  const { name } = useSite();
  const formId = useId();
  // What the draft holds counts as preselected: a package with a hidden price stays its choice.
  const [preselected] = useState(() => about.packageId ?? draftStore.values().interestedPackage);
  const [isUnfolded] = useState(hasRoom);
  const shortlist = useCarriedShortlist(about.shortlist);
  const [openedAt] = useState(() => performance.now());
  const website = useRef<HTMLInputElement>(null);
  const sendSigned = (input: LeadInput) =>
    onSend(input, {
      website: website.current?.value ?? '',
      tookMs: Math.round(performance.now() - openedAt),
    });
  const wizard = useLeadWizard({
    packages,
    about,
    shortlist: shortlist.carried,
    step,
    onStep,
    onSend: sendSigned,
  });
  const { control, errors } = wizard;
  const { talent } = about;
  const title = leadSteps[step]?.title;
  // The shortlist waits for the next step, where there is room to see it.
  const isProfile = talent !== undefined && step === 0;

  useEffect(() => {
    const number = stepNumbers[step];
    if (number) track('form_step', { step: number });
  }, [step]);

  // A form's focus starts in its first field; of who came to read a profile, at the profile.
  const profile = useRef<HTMLDetailsElement>(null);
  const begun = useRef(false);
  function onFirstFocus() {
    if (!begun.current && profile.current?.open) {
      profile.current.querySelector('summary')?.focus();
      // The field has scrolled to itself by now.
      profile.current.parentElement?.scrollTo(0, 0);
    }
    begun.current = true;
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void wizard.goOn();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Get Started with ${name}`}
      top={
        <>
          {talent && <AboutTalent talent={talent} />}
          {isProfile && <TalentProfile talent={talent} open={isUnfolded} ref={profile} />}
          {!isProfile && <ShortlistStrip shortlist={shortlist} />}
          <Steps current={step} />
        </>
      }
      footer={
        <>
          {step > 0 && (
            <Button variant="secondary" onClick={wizard.goBack} disabled={busy}>
              Previous
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            busy={busy}
            aria-disabled={busy || undefined}
            onClick={ignoreDoubleClick}
          >
            {wizard.isLastStep ? 'Submit' : 'Next'}
          </Button>
        </>
      }
    >
      <p className="vh" role="status">
        {`Step ${step + 1} of ${leadSteps.length}: ${title}`}
      </p>
      <form
        id={formId}
        onSubmit={onSubmit}
        onKeyDown={ignoreHeldEnter}
        onFocus={onFirstFocus}
        noValidate
      >
        <fieldset className="lead-set">
          <legend className="vh">{title}</legend>
          {step === 0 && <CompanyFields control={control} errors={errors} />}
          {step === 1 && <ContactFields control={control} errors={errors} />}
          {step === 2 && (
            <NeedFields
              control={control}
              errors={errors}
              packages={packages}
              preselected={preselected}
              reserved={reservedLength({ talent, shortlist: shortlist.carried })}
            />
          )}
        </fieldset>
        {/* Last: the focus starts in a form's first field. */}
        <HiddenField ref={website} />
        {wizard.isLastStep && <PrivacyNote newTab />}
      </form>
    </Dialog>
  );
}
