import { useState } from 'react';
import { collectPlainMessages, type FieldMessages } from '../../../content/kit/form/form-state';
import { useErrorFocus } from '../../../content/kit/form/use-error-focus';
import { parseDateTimeInput, toDateTimeInput } from '../../../lib/time/wall-time';
import { InputField } from '../../../ui/form/fields';
import { type NextStep, nextStep } from '../../contract';
import { getTomorrowMorning } from '../format-due';

interface Options extends Partial<NextStep> {
  /** Whether it may be left out. */
  isOptional?: boolean;
}

/** Fields that ask what is next and when: 9 am tomorrow, unless something else is chosen. */
export function useNextStepFields({ text: initial = '', dueAt, isOptional = false }: Options) {
  const [text, setText] = useState(initial);
  const [time, setTime] = useState(() =>
    toDateTimeInput(dueAt === undefined ? getTomorrowMorning() : new Date(dueAt)),
  );
  const [errors, setErrors] = useState<FieldMessages>({});
  const { formRef, focusFirstError } = useErrorFocus();

  /** Returns the step; null when it is left out; undefined when it is invalid. */
  function check(): NextStep | null | undefined {
    if (isOptional && text.trim() === '') return null;
    const { data, error } = nextStep.safeParse({ text, dueAt: parseDateTimeInput(time) });
    setErrors(error ? collectPlainMessages(error.issues) : {});
    if (error) focusFirstError();
    return data;
  }

  const fields = (
    <>
      <InputField
        label="Next step"
        {...(isOptional && { optional: true })}
        error={errors.text}
        maxLength={200}
        placeholder="Send the proposal"
        value={text}
        onChange={setText}
      />
      <InputField
        label="When"
        error={errors.dueAt}
        type="datetime-local"
        value={time}
        onChange={setTime}
      />
    </>
  );
  return { fields, check, formRef };
}
