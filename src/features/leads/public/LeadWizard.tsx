import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { track } from '../../analytics/tracking/track';
import type { LeadInput } from '../contract';
import { computeReservedLength } from '../inquiry-message';
import type { InquiryTopic } from '../inquiry-topic';
import { leadSteps } from '../lead-form-options';
import type { PackageChoice } from '../package-choice';
import { draftStore } from './draft-store';
import { HoneypotField } from './HoneypotField';
import { CompanyFields, ContactFields, NeedsFields } from './LeadFields';
import { PrivacyNote } from './PrivacyNote';
import { ShortlistStrip } from './ShortlistStrip';
import { Steps } from './Steps';
import type { SendResult, SpamSignals } from './send-lead';
import { TalentProfile } from './TalentProfile';
import { TalentTopic } from './TalentTopic';
import { useInquiryShortlist } from './use-inquiry-shortlist';
import { useLeadWizard } from './use-lead-wizard';

interface Props {
  packages: readonly PackageChoice[];
  topic: InquiryTopic;
  step: number;
  onStepChange: (step: number) => void;
  isBusy: boolean;
  onSend: (input: LeadInput, spamSignals: SpamSignals) => Promise<SendResult>;
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
const hasRoomForProfile = () => matchMedia('(min-width: 600px) and (min-height: 600px)').matches;

/** The lead form as a dialog of three steps. */
export function LeadWizard({
  packages,
  topic,
  step,
  onStepChange,
  isBusy,
  onSend,
  onClose,
}: Props) {
  const { name } = useSite();
  const formId = useId();
  // What the draft holds counts as preselected: a package with a hidden price stays its choice.
  const [preselected] = useState(() => topic.packageId ?? draftStore.values().interestedPackage);
  const [isProfileOpen] = useState(hasRoomForProfile);
  const shortlist = useInquiryShortlist(topic.shortlist);
  const [openedAt] = useState(() => performance.now());
  const honeypot = useRef<HTMLInputElement>(null);
  const sendWithSignals = (input: LeadInput) =>
    onSend(input, {
      website: honeypot.current?.value ?? '',
      tookMs: Math.round(performance.now() - openedAt),
    });
  const wizard = useLeadWizard({
    packages,
    topic,
    shortlist: shortlist.includedPeople,
    step,
    onStepChange,
    onSend: sendWithSignals,
  });
  const { control, errors } = wizard;
  const { talent } = topic;
  const title = leadSteps[step]?.title;
  // The shortlist waits for the next step, where there is room to see it.
  const isProfileShown = talent !== undefined && step === 0;

  useEffect(() => {
    const number = stepNumbers[step];
    if (number) track('form_step', { step: number });
  }, [step]);

  // A form's focus starts in its first field; of who came to read a profile, at the profile.
  const profile = useRef<HTMLDetailsElement>(null);
  const hasFocused = useRef(false);
  function handleFirstFocus() {
    if (!hasFocused.current && profile.current?.open) {
      profile.current.querySelector('summary')?.focus();
      // The field has scrolled to itself by now.
      profile.current.parentElement?.scrollTo(0, 0);
    }
    hasFocused.current = true;
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void wizard.goOn();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Get Started with ${name}`}
      top={
        <>
          {talent && <TalentTopic talent={talent} />}
          {isProfileShown && <TalentProfile talent={talent} isOpen={isProfileOpen} ref={profile} />}
          {!isProfileShown && <ShortlistStrip shortlist={shortlist} />}
          <Steps current={step} />
        </>
      }
      footer={
        <>
          {step > 0 && (
            <Button variant="secondary" onClick={wizard.goBack} disabled={isBusy}>
              Previous
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            busy={isBusy}
            aria-disabled={isBusy || undefined}
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
        onSubmit={handleSubmit}
        onKeyDown={ignoreHeldEnter}
        onFocus={handleFirstFocus}
        noValidate
      >
        <fieldset className="lead-set">
          <legend className="vh">{title}</legend>
          {step === 0 && <CompanyFields control={control} errors={errors} />}
          {step === 1 && <ContactFields control={control} errors={errors} />}
          {step === 2 && (
            <NeedsFields
              control={control}
              errors={errors}
              packages={packages}
              preselected={preselected}
              reservedLength={computeReservedLength({
                talent,
                shortlist: shortlist.includedPeople,
              })}
            />
          )}
        </fieldset>
        {/* Last: the focus starts in a form's first field. */}
        <HoneypotField ref={honeypot} />
        {wizard.isLastStep && <PrivacyNote opensNewTab />}
      </form>
    </Dialog>
  );
}
