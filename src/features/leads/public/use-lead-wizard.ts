import { startTransition, useCallback, useEffect, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { afterNextPaint } from '../../../lib/browser-timing';
import { collectFieldMessages } from '../../../lib/errors';
import { markShortlistSent, type ShortlistEntry } from '../../talents/shortlist/shortlist';
import { shortlistStore } from '../../talents/shortlist/shortlist-store';
import { type LeadInput, leadInput } from '../contract';
import { buildInquiryMessage, type InquiryPeople } from '../inquiry-message';
import type { InquiryTopic } from '../inquiry-topic';
import { type LeadField, type LeadValues, leadSteps } from '../lead-form-options';
import { findPreselectedOption, type PackageChoice, toPackageFields } from '../package-choice';
import { draftStore } from './draft-store';
import type { SendResult } from './send-lead';

const fieldsInOrder: readonly LeadField[] = leadSteps.flatMap((step) => [...step.fields]);
const lastStep = leadSteps.length - 1;

const findStep = (field: LeadField): number =>
  leadSteps.findIndex(({ fields }) => fields.some((one) => one === field));

interface InquirySubject {
  people: InquiryPeople;
  packages: readonly PackageChoice[];
}

/**
 * Validates the lead in the form in which it is sent: the people are part of the message, the
 * package has a name and an ID.
 */
function validateLead(values: LeadValues, { people, packages }: InquirySubject) {
  // Another tab may have changed this draft, and selected a package that this page doesn't have.
  const option = findPreselectedOption(packages, values.interestedPackage);
  return leadInput.safeParse({
    ...values,
    ...toPackageFields(packages, option),
    message: buildInquiryMessage(people, values.message),
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

/** Fills in what the visitor types in another tab. */
function useDraftFromOtherTabs({ getValues, setValue }: UseFormReturn<LeadValues>): void {
  useEffect(
    () =>
      draftStore.subscribe((change) => {
        if (change !== 'typed') return;
        const values = draftStore.values();
        for (const name of fieldsInOrder) {
          if (getValues(name) !== values[name]) setValue(name, values[name]);
        }
      }),
    [getValues, setValue],
  );
}

interface LeadWizardOptions {
  packages: readonly PackageChoice[];
  topic: InquiryTopic;
  /** The people from the shortlist. */
  shortlist: readonly ShortlistEntry[];
  step: number;
  onStepChange: (step: number) => void;
  onSend: (input: LeadInput) => Promise<SendResult>;
}

/** State of the three-step form: values, errors and navigation. */
export function useLeadWizard({
  packages,
  topic,
  shortlist,
  step,
  onStepChange,
  onSend,
}: LeadWizardOptions) {
  const subject: InquirySubject = { people: { talent: topic.talent, shortlist }, packages };
  const [draft] = useState(draftStore.values);
  const form = useForm<LeadValues>({
    defaultValues: {
      ...draft,
      interestedPackage: findPreselectedOption(
        packages,
        topic.packageId ?? draft.interestedPackage,
      ),
    },
    resolver: createResolver(subject),
    shouldFocusError: false,
  });
  const { formState, getFieldState, getValues, setError, setFocus, trigger } = form;
  const [focusTarget, setFocusTarget] = useState<{ field: LeadField } | null>(null);

  // After the render, so that screen readers announce the error together with the field.
  useEffect(() => {
    if (focusTarget) setFocus(focusTarget.field);
  }, [focusTarget, setFocus]);

  useDraftFromOtherTabs(form);

  const goTo = useCallback(
    (field: LeadField) =>
      startTransition(() => {
        onStepChange(findStep(field));
        setFocusTarget({ field });
      }),
    [onStepChange],
  );

  const goToStep = (next: number) => {
    const [first] = leadSteps[next]?.fields ?? [];
    if (first) goTo(first);
  };

  const control = (name: LeadField) =>
    form.register(name, {
      onChange: () => {
        draftStore.setValues(getValues());
        // While typing, only clear errors. New ones appear when the visitor goes on.
        if (getFieldState(name, formState).invalid) void trigger(name);
      },
    });

  async function send() {
    const values = getValues();
    const parsed = validateLead(values, subject);
    if (!parsed.success) {
      await trigger();
      const messages = collectFieldMessages(parsed.error.issues);
      const wrong = fieldsInOrder.find((name) => Object.hasOwn(messages, name));
      if (wrong) goTo(wrong);
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
    const wrong = fieldsInOrder.filter((name) => Object.hasOwn(result.fields, name));
    for (const name of wrong) {
      setError(name, { type: 'server', message: result.fields[name] ?? result.message });
    }
    if (wrong[0]) goTo(wrong[0]);
  }

  /** Goes to the next step if this one is valid. The last step sends the inquiry. */
  async function goOn() {
    if (step === lastStep) return send();
    // Paint the pressed button before a slow phone is busy rendering the next step.
    await afterNextPaint();
    const fields = [...(leadSteps[step]?.fields ?? [])];
    if (await trigger(fields)) return goToStep(step + 1);
    const wrong = fields.find((name) => form.getFieldState(name).invalid);
    if (wrong) setFocusTarget({ field: wrong });
  }

  const errors: Partial<Record<LeadField, string>> = Object.fromEntries(
    fieldsInOrder.flatMap((name) => {
      const message = formState.errors[name]?.message;
      return message === undefined ? [] : [[name, message]];
    }),
  );

  async function goBack() {
    await afterNextPaint();
    goToStep(step - 1);
  }

  return { control, errors, goOn, goBack, isLastStep: step === lastStep };
}
