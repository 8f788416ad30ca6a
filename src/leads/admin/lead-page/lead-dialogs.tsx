import { type ComponentType, type RefObject, useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/SessionProvider';
import { useErrorFocus } from '../../../foundation/auth/admin/use-form-submit';
import { collectPlainMessages, type FieldMessages } from '../../../foundation/forms/form-state';
import { parseDateTimeInput } from '../../../lib/time/wall-time';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import { ChoiceButtons } from '../../../ui/form/ChoiceButtons';
import { InputField, SelectField, TextareaField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { useToast } from '../../../ui/toast/toast';
import { useShortcuts } from '../../../ui/use-shortcuts';
import type { Lead } from '../../contract';
import { contactInput, type LeadDetail } from '../../detail-contract';
import * as styles from '../dialogs.module.css';
import { mapStatusKeys } from '../labels';
import { LeadStage } from '../lead-parts';
import { usePatchLead, useRecordContact } from '../mutations';
import { useLostReasons } from '../queries';
import { ShortcutsDialog } from '../ShortcutsDialog';
import { NextStepDialog, type Step } from '../status/steps';
import { useLeadDeletion } from '../use-lead-deletion';
import { MailDialog, TextDialog } from './MailDialog';

interface Props {
  lead: Lead;
  onClose: () => void;
}

const results = ['Reached', 'Left a message', 'No answer'].map((one) => [one, one] as const);

/** Joins a choice and a text to a note. Either may be empty. */
const joinLines = (choice: string, text: string) =>
  [choice, text.trim()].filter((part) => part !== '').join('\n');

/** Records a call with its result and a note, and when it was and how long it took. */
function LogCallDialog({ lead, ...props }: Props) {
  const onClose = useCloseWhileOpen(props.onClose);
  const [result, setResult] = useState('Reached');
  const [note, setNote] = useState('');
  const [time, setTime] = useState('');
  const [minutes, setMinutes] = useState('');
  const [errors, setErrors] = useState<FieldMessages>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const record = useRecordContact();
  const trySave = useTrySave();
  const toast = useToast();
  const isTyped = [note, time, minutes].some((text) => text !== '');

  async function submit() {
    const call = contactInput.safeParse({
      channel: 'phone',
      note: joinLines(result, note),
      at: parseDateTimeInput(time),
      minutes: minutes.trim() === '' ? null : minutes,
    });
    setErrors(call.success ? {} : collectPlainMessages(call.error.issues));
    if (!call.success) return focusFirstError();
    if (!(await trySave(() => record.mutateAsync({ id: lead.id, ...call.data })))) return;
    toast({ title: 'Call logged' });
    onClose();
  }

  return (
    <FormDialog
      title={`Call with ${lead.contactName}`}
      submitLabel={record.isPending ? 'Saving...' : 'Save call'}
      isBusy={record.isPending}
      formClass={styles.form}
      formRef={formRef}
      onSubmit={submit}
      isChanged={isTyped && !record.isSuccess}
      onClose={onClose}
    >
      <ChoiceButtons legend="Result" options={results} value={result} onChange={setResult} />
      <TextareaField
        label="What was said"
        optional
        maxLength={4_000}
        // Text typed during the save would be lost when the dialog closes.
        readOnly={record.isPending}
        value={note}
        onChange={setNote}
      />
      <div className={formStyles.twoColumns}>
        <InputField
          label="When"
          optional
          hint="Now if it is empty."
          error={errors.at}
          type="datetime-local"
          readOnly={record.isPending}
          value={time}
          onChange={setTime}
        />
        <InputField
          label="Minutes"
          optional
          error={errors.minutes}
          inputMode="numeric"
          readOnly={record.isPending}
          value={minutes}
          onChange={setMinutes}
        />
      </div>
      {lead.status === 'new' && (
        <p className={styles.effect}>
          <LeadStage status="contacted" isPlain />
          Saving moves {lead.companyName} from new to contacted.
        </p>
      )}
    </FormDialog>
  );
}

/** Closes a lead as lost, and asks why. The reason becomes a note. */
export function LostDialog({ lead, ...props }: Props) {
  const onClose = useCloseWhileOpen(props.onClose);
  const [reason, setReason] = useState('');
  const [details, setDetails] = useState('');
  const { data: reasons = [] } = useLostReasons();
  const patch = usePatchLead();
  const trySave = useTrySave();

  async function submit() {
    const text = joinLines(reason, details);
    const isSaved = await trySave(() =>
      patch.mutateAsync({
        id: lead.id,
        patch: { status: 'closed_lost', ...(text !== '' && { note: `Closed lost: ${text}` }) },
      }),
    );
    if (isSaved) onClose();
  }

  return (
    <FormDialog
      title={`Close ${lead.companyName} as lost`}
      submitLabel="Close as lost"
      isBusy={patch.isPending}
      formClass={styles.form}
      onSubmit={submit}
      isChanged={details !== '' && !patch.isSuccess}
      onClose={onClose}
    >
      <SelectField
        label="Why was it lost?"
        optional
        value={reason}
        options={[
          { value: '', label: 'Choose a reason' },
          ...reasons.map((one) => ({ value: one, label: one })),
        ]}
        onChange={setReason}
      />
      <TextareaField
        label="Details"
        optional
        hint="Saved as a note with the reason. Only your team sees it."
        maxLength={1_000}
        readOnly={patch.isPending}
        value={details}
        onChange={setDetails}
      />
    </FormDialog>
  );
}

interface DialogProps {
  lead: LeadDetail;
  step: Step | undefined;
  dueAt: string | undefined;
  onClose: () => void;
}

const dialogs = {
  call: LogCallDialog,
  mail: MailDialog,
  text: TextDialog,
  step: NextStepDialog,
  lost: LostDialog,
  shortcuts: ShortcutsDialog,
} satisfies Record<string, ComponentType<DialogProps>>;

/** The dialogs of a lead's page. */
type LeadDialog = keyof typeof dialogs | 'delete';

/**
 * @param step the one that is changed; undefined to add one
 * @param dueAt the time that is filled in; by default the step's
 */
export type OpenDialog = (dialog: LeadDialog, step?: Step, dueAt?: string) => void;

interface Opened extends Pick<DialogProps, 'step' | 'dueAt'> {
  name: keyof typeof dialogs;
}

interface Options {
  lead: LeadDetail;
  /** The field for a note. */
  note: RefObject<HTMLTextAreaElement | null>;
  page: RefObject<HTMLElement | null>;
  onDeleted: () => void;
}

/** Opens the dialogs of a lead's page, by click or by keyboard. */
export function useLeadDialogs({ lead, note, page, onDeleted }: Options) {
  const [opened, setOpened] = useState<Opened>();
  const deletion = useLeadDeletion(onDeleted);
  const open: OpenDialog = (name, step, dueAt) =>
    name === 'delete' ? deletion.ask(lead) : setOpened({ name, step, dueAt });
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();
  const click = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.click();

  useShortcuts({
    '?': () => open('shortcuts'),
    j: () => click('[data-go="next"]'),
    k: () => click('[data-go="previous"]'),
    ...(lead.deletedAt === null && {
      n: () => note.current?.focus(),
      c: () => open('call'),
      t: () => click('[data-control="step"]'),
      z: () => click('[data-control="put-off"]'),
      s: () => focus('[data-part="stages"] [aria-pressed="true"]'),
      ...mapStatusKeys((_, index) =>
        click(`[data-part="stages"] button:nth-of-type(${index + 1})`),
      ),
      a: () => focus('[data-part="assignee"]'),
    }),
  });

  const Dialog = opened && dialogs[opened.name];
  return {
    open,
    dialog: (
      <>
        <ErrorBoundary key={opened?.name} name="This dialog" display="overlay">
          {Dialog && <Dialog {...opened} lead={lead} onClose={() => setOpened(undefined)} />}
        </ErrorBoundary>
        {deletion.dialog}
      </>
    ),
  };
}
