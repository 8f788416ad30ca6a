import { startTransition, useEffect, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import {
  markShortlistSent,
  type ShortlistEntry,
} from '../../content/collections/talents/shortlist/shortlist';
import { shortlistStore } from '../../content/collections/talents/shortlist/shortlist-store';
import { afterNextPaint } from '../../lib/browser/browser-timing';
import { collectFieldMessages } from '../../lib/errors';
import { useSite } from '../../lib/site';
import { undoTraversal } from '../../ui/dialog/dialog-history';
import { focusInvalidField } from '../../ui/form/focus-field';
import { useToast } from '../../ui/toast/toast';
import { type LeadInput, leadInput } from '../contract';
import {
  buildInquiryMessage,
  computeReservedLength,
  type InquiryPeople,
} from '../inquiry/inquiry-message';
import type { InquiryTopic } from '../inquiry/inquiry-topic';
import { type LeadField, type LeadValues, leadSteps } from '../inquiry/lead-form-options';
import {
  findPreselectedOption,
  type PackageChoice,
  toPackageFields,
} from '../inquiry/package-choice';
import { draftStore } from './draft-store';
import type { SendResult } from './send-lead';
import type { InquiryPlan } from './use-inquiry-plan';

const fieldsInOrder: readonly LeadField[] = leadSteps.flatMap((step) => [...step.fields]);
const lastStep = leadSteps.length - 1;

const findStep = (field: LeadField): number =>
  leadSteps.findIndex(({ fields }) => fields.some((one) => one === field));

const listWrongFields = (messages: Record<string, string>): LeadField[] =>
  fieldsInOrder.filter((name) => Object.hasOwn(messages, name));

interface InquirySubject {
  people: InquiryPeople;
  packages: readonly PackageChoice[];
  plan: LeadInput['plan'];
  /** The cost numbers that go along. */
  costs: string;
}

/**
 * Validates the lead in the form in which it is sent: the people and the cost numbers are part of the
 * message, the package has a name and an ID.
 */
function validateLead(values: LeadValues, { people, packages, plan, costs }: InquirySubject) {
  // Another tab may have changed this draft, and selected a package that this page doesn't have.
  const option = findPreselectedOption(packages, values.interestedPackage);
  return leadInput.safeParse({
    ...values,
    ...toPackageFields(packages, option),
    message: buildInquiryMessage(people, `${values.message.trim()}\n\n${costs}`),
    plan,
  });
}

const createResolver =
  (subject: InquirySubject): Resolver<LeadValues> =>
  (values) => {
    const { success, error } = validateLead(values, subject);
    if (success) return { values, errors: {} };
    const messages = Object.entries(collectFieldMessages(error.issues));
    return {
      values: {},
      errors: Object.fromEntries(
        messages.map(([name, message]) => [name, { type: 'contract', message }]),
      ),
    };
  };

const toMessages = (errors: FieldErrors<LeadValues>): Partial<Record<LeadField, string>> =>
  Object.fromEntries(
    fieldsInOrder.flatMap((name) => {
      const message = errors[name]?.message;
      return message === undefined ? [] : [[name, message]];
    }),
  );

/**
 * Returns a function that focuses a field after the next render, so that screen readers announce its
 * error together with it.
 */
function useFocusAfterRender({ setFocus }: UseFormReturn<LeadValues>) {
  const [target, setTarget] = useState<{ field: LeadField } | null>(null);
  useEffect(() => {
    if (target) focusInvalidField(() => setFocus(target.field));
  }, [target, setFocus]);
  return (field: LeadField) => setTarget({ field });
}

/** Fills in what the visitor types in another tab, and says so the first time. */
function useDraftFromOtherTabs({ getValues, setValue }: UseFormReturn<LeadValues>): void {
  const toast = useToast();
  const isTold = useRef(false);
  useEffect(
    () =>
      draftStore.subscribe((change) => {
        if (change !== 'typed') return;
        const values = draftStore.values();
        for (const name of fieldsInOrder) {
          if (getValues(name) === values[name]) continue;
          setValue(name, values[name]);
          if (!isTold.current) {
            toast({
              title: 'This form is open in another tab',
              description: 'It is one inquiry: what you type there appears here.',
            });
          }
          isTold.current = true;
        }
      }),
    [getValues, setValue, toast],
  );
}

/** Returns the empty fields that the plan says: the industry, if it is offered, and the locations. */
function fillFromPlan(
  draft: LeadValues,
  plan: LeadInput['plan'],
  industries: readonly { value: string }[],
): Pick<LeadValues, 'industry' | 'numberOfLocations'> {
  const isOffered = industries.some(({ value }) => value === plan?.industry);
  return {
    industry: draft.industry || (isOffered && plan?.industry) || '',
    numberOfLocations: draft.numberOfLocations || (plan?.locations?.toString() ?? ''),
  };
}

interface LeadWizardOptions {
  packages: readonly PackageChoice[];
  topic: InquiryTopic;
  shortlist: readonly ShortlistEntry[];
  plan: InquiryPlan;
  step: number;
  isBusy: boolean;
  onStepChange: (step: number) => void;
  onSend: (input: LeadInput) => Promise<SendResult>;
}

/** State of the three-step form: values, errors and navigation. */
export function useLeadWizard(options: LeadWizardOptions) {
  const { packages, topic, shortlist, plan, step, isBusy, onStepChange, onSend } = options;
  const { industries } = useSite();
  const subject: InquirySubject = {
    people: { talent: topic.talent, shortlist },
    packages,
    plan: plan.plan,
    costs: (plan.includesCosts && plan.costs) || '',
  };
  const [draft] = useState(draftStore.values);
  // The draft's package counts as preselected, so that a package with a hidden price stays
  // selected.
  const [preselected] = useState(topic.packageId ?? draft.interestedPackage);
  const form = useForm<LeadValues>({
    defaultValues: {
      ...draft,
      ...fillFromPlan(draft, plan.plan, industries),
      interestedPackage: findPreselectedOption(packages, preselected),
    },
    resolver: createResolver(subject),
    shouldFocusError: false,
  });
  const { formState, getFieldState, getValues, setError, trigger } = form;
  const focusAfterRender = useFocusAfterRender(form);
  useDraftFromOtherTabs(form);

  const goTo = (field: LeadField | undefined) =>
    startTransition(() => {
      if (!field) return;
      onStepChange(findStep(field));
      focusAfterRender(field);
    });

  const control = (name: LeadField) => ({
    ...form.register(name, {
      onChange: () => {
        draftStore.setValues(getValues());
        // While typing, only clear errors. New ones appear when the visitor goes on.
        if (getFieldState(name, formState).invalid) void trigger(name);
      },
    }),
    // A text that is changed while the inquiry is being sent would be lost with the draft.
    readOnly: isBusy,
  });

  async function send() {
    const values = getValues();
    const parsed = validateLead(values, subject);
    if (!parsed.success) {
      await trigger();
      goTo(listWrongFields(collectFieldMessages(parsed.error.issues))[0]);
      return;
    }
    // Include preselected values, so that a failed attempt survives a reload.
    draftStore.setValues(values);
    const result = await onSend(parsed.data);
    if ('leadId' in result) {
      const ids = shortlist.map(({ id }) => id);
      shortlistStore.update((from) => markShortlistSent(from, ids));
      return;
    }
    const wrong = listWrongFields(result.fields);
    for (const name of wrong) {
      setError(name, { type: 'server', message: result.fields[name] ?? result.message });
    }
    goTo(wrong[0]);
  }

  /** Goes to the next step if this one is valid. The last step sends the inquiry. */
  async function goOn() {
    if (step === lastStep) return send();
    // Paint the pressed button before a slow phone is busy rendering the next step.
    await afterNextPaint();
    const stepFields = [...(leadSteps[step]?.fields ?? [])];
    if (await trigger(stepFields)) return goTo(leadSteps[step + 1]?.fields[0]);
    const wrong = stepFields.find((name) => form.getFieldState(name).invalid);
    if (wrong) focusAfterRender(wrong);
    undoTraversal();
  }

  async function goBack() {
    await afterNextPaint();
    goTo(leadSteps[step - 1]?.fields[0]);
  }

  const goToStep = (target: number) => {
    if (target > step) void goOn();
    else goTo(leadSteps[target]?.fields[0]);
  };

  const fields = { control, errors: toMessages(formState.errors) };
  const isLastStep = step === lastStep;
  const reservedLength =
    computeReservedLength(subject.people) + (subject.costs ? subject.costs.length + 2 : 0);
  return { fields, reservedLength, preselected, goOn, goBack, goToStep, isLastStep };
}
