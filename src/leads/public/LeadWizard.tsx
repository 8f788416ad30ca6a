import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { track } from '../../analytics/tracking/track';
import { useSite } from '../../lib/site';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/dialog/Dialog';
import * as formStyles from '../../ui/form/form.module.css';
import { Check } from '../../ui/icons/icons';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import type { LeadInput, SpamSignals } from '../contract';
import type { InquiryTopic } from '../inquiry/inquiry-topic';
import { leadSteps } from '../inquiry/lead-form-options';
import type { PackageChoice } from '../inquiry/package-choice';
import { summarizePlan } from '../inquiry/plan-summary';
import { draftStore } from './draft-store';
import { CompanyFields, ContactFields, HoneypotField, NeedsFields } from './LeadFields';
import * as styles from './LeadFields.module.css';
import { PlanStrip } from './PlanStrip';
import * as planStyles from './PlanStrip.module.css';
import { PrivacyNote } from './PrivacyNote';
import { ShortlistStrip, useInquiryShortlist } from './ShortlistStrip';
import * as stepStyles from './Steps.module.css';
import type { SendResult } from './send-lead';
import { TalentProfile, TalentTopic } from './TalentTopic';
import { type InquiryPlan, useInquiryPlan } from './use-inquiry-plan';
import { useLeadWizard } from './use-lead-wizard';

interface Props {
  packages: readonly PackageChoice[];
  topic: InquiryTopic;
  step: number;
  onStepChange: (step: number) => void;
  /** Goes to another step, forward only if this one is valid. */
  goToStep: Ref<(step: number) => void>;
  isBusy: boolean;
  onSend: (input: LeadInput, spamSignals: SpamSignals) => Promise<SendResult>;
  onClose: () => void;
}

/** Ignores the second click of a double click, which was meant for the previous step. */
const ignoreDoubleClick = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault();
};

/** Ignores a held Enter key, which would skip through the steps. */
const ignoreHeldEnter = (event: KeyboardEvent) => {
  const isField = !(event.target instanceof HTMLTextAreaElement);
  if (event.key === 'Enter' && event.repeat && isField) event.preventDefault();
};

const stepNumbers = [1, 2, 3] as const;

/** Collects what tells people from spam bots. */
function useSpamSignals() {
  // Unknown for a draft, which takes no time to send: it was filled in before.
  const [openedAt] = useState(() =>
    Object.values(draftStore.values()).some(Boolean) ? null : performance.now(),
  );
  const honeypot = useRef<HTMLInputElement>(null);
  const readSignals = (): SpamSignals => ({
    website: honeypot.current?.value ?? '',
    ...(openedAt !== null && { tookMs: Math.round(performance.now() - openedAt) }),
  });
  return { honeypot, readSignals };
}

/** Moves the first focus from the first field to the profile, if the form was opened with one. */
function useProfileFocus() {
  const profile = useRef<HTMLDetailsElement>(null);
  const hasFocused = useRef(false);
  function handleFirstFocus() {
    if (!hasFocused.current && profile.current?.open) {
      profile.current.querySelector('summary')?.focus();
      // Undo the scrolling that focusing the field caused.
      profile.current.parentElement?.scrollTo(0, 0);
    }
    hasFocused.current = true;
  }
  return { profile, handleFirstFocus };
}

/** The lead form: a dialog with three steps. */
export function LeadWizard(props: Props) {
  const { packages, topic, step, isBusy, onSend, onClose } = props;
  const { name } = useSite();
  const formId = useId();
  const shortlist = useInquiryShortlist(topic.shortlist);
  const plan = useInquiryPlan(topic.plan);
  const { honeypot, readSignals } = useSpamSignals();
  const { profile, handleFirstFocus } = useProfileFocus();
  const wizard = useLeadWizard({
    ...props,
    shortlist: shortlist.includedPeople,
    plan,
    onSend: (input) => onSend(input, readSignals()),
  });
  useImperativeHandle(props.goToStep, () => wizard.goToStep);
  const { talent } = topic;
  const title = leadSteps[step]?.title;
  // The profile needs the room, so the shortlist appears on the next step.
  const isProfileShown = talent !== undefined && step === 0;

  useEffect(() => {
    const number = stepNumbers[step];
    if (number) track('form_step', { step: number });
  }, [step]);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void wizard.goOn();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Get Started with ${name}`}
      partName="The form"
      top={
        <>
          {talent && <TalentTopic talent={talent} />}
          {isProfileShown && <TalentProfile talent={talent} ref={profile} />}
          {!isProfileShown && plan.topic && (
            <div className={planStyles.inDialog}>
              <PlanStrip
                plan={summarizePlan(plan.topic)}
                isIncluded={plan.isIncluded}
                onChange={plan.setIncluded}
              />
            </div>
          )}
          {!isProfileShown && <ShortlistStrip shortlist={shortlist} />}
          <Steps current={step} />
        </>
      }
      footer={
        <StepButtons
          formId={formId}
          isBusy={isBusy}
          isLastStep={wizard.isLastStep}
          onBack={step > 0 ? wizard.goBack : null}
        />
      }
    >
      <p className={layoutStyles.visuallyHidden} role="status">
        {`Step ${step + 1} of ${leadSteps.length}: ${title}`}
      </p>
      <form
        id={formId}
        onSubmit={handleSubmit}
        onKeyDown={ignoreHeldEnter}
        onFocus={handleFirstFocus}
        noValidate
      >
        <fieldset className={styles.fieldset}>
          <legend className={layoutStyles.visuallyHidden}>{title}</legend>
          <StepFields step={step} packages={packages} wizard={wizard} />
          {wizard.isLastStep && plan.costs !== null && <CostsChoice plan={plan} />}
        </fieldset>
        {/* Last, because the focus starts in the form's first field. */}
        <HoneypotField ref={honeypot} />
        {wizard.isLastStep && <PrivacyNote opensNewTab />}
      </form>
    </Dialog>
  );
}

interface StepFieldsProps extends Pick<Props, 'step' | 'packages'> {
  wizard: ReturnType<typeof useLeadWizard>;
}

function StepFields({ step, packages, wizard }: StepFieldsProps) {
  if (step === 0) return <CompanyFields {...wizard.fields} />;
  if (step === 1) return <ContactFields {...wizard.fields} />;
  return (
    <NeedsFields
      {...wizard.fields}
      packages={packages}
      preselected={wizard.preselected}
      reservedLength={wizard.reservedLength}
    />
  );
}

/** Lets the visitor send the cost numbers of the page along. They are not sent unless it is ticked. */
function CostsChoice({ plan }: { plan: InquiryPlan }) {
  return (
    <label className={formStyles.checkbox}>
      <input
        type="checkbox"
        checked={plan.includesCosts}
        onChange={(event) => plan.setIncludesCosts(event.target.checked)}
      />
      Send my cost numbers along
    </label>
  );
}

interface StepButtonsProps {
  formId: string;
  isBusy: boolean;
  isLastStep: boolean;
  /** Null on the first step. */
  onBack: (() => void) | null;
}

function StepButtons({ formId, isBusy, isLastStep, onBack }: StepButtonsProps) {
  return (
    <>
      {onBack && (
        <Button variant="secondary" onClick={onBack} disabled={isBusy}>
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
        {isLastStep ? 'Submit' : 'Next'}
      </Button>
    </>
  );
}

/** Progress of the form: three circles. */
function Steps({ current }: { current: number }) {
  return (
    <ol
      // biome-ignore lint/a11y/noRedundantRoles: Safari announces no list without markers
      role="list"
      className={stepStyles.steps}
      aria-label={`Step ${current + 1} of ${leadSteps.length}`}
      data-step={current + 1}
    >
      {leadSteps.map(({ title }, index) => (
        <li
          key={title}
          {...(index < current && { className: stepStyles.done })}
          {...(index === current && { 'aria-current': 'step' as const })}
        >
          <b>{index < current ? <Check /> : index + 1}</b>
          <span>
            {title}
            {index < current && <span className={layoutStyles.visuallyHidden}>, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
