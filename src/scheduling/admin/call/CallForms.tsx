import { type ReactNode, useRef, useState } from 'react';
import { rememberOpener, returnFocus } from '../../../ui/dialog/dialog-focus';
import { leaveForms } from '../../../ui/dialog/use-unsaved-dialog';
import { useUpcomingCalls } from '../queries';
import { BookCall, CancelCall, CancelCalls, ChangeLink, MoveCall } from './call-changes';
import { type CallForm, CallFormsContext } from './call-forms';
import { LogResultDialog } from './LogResultDialog';

interface Props {
  panel?: HTMLElement | null;
  /** Called with the time that is chosen in a form. */
  onTarget?: (start: string) => void;
  /** Called when a form is closed, which may have changed the lead of its call. */
  onClosed?: (() => void) | undefined;
  children: ReactNode;
}

/** Opens the forms about the calls inside it, one at a time. */
export function CallForms({ panel, onTarget, onClosed, children }: Props) {
  const [current, setCurrent] = useState<CallForm | null>(null);
  const [target, setTarget] = useState<string>();
  const opener = useRef<HTMLElement | null>(null);
  const latest = useRef<CallForm | null>(null);

  function show(form: CallForm, from: HTMLElement | null) {
    latest.current = form;
    opener.current = from;
    setTarget(undefined);
    setCurrent(form);
  }

  function open(form: CallForm) {
    const from = rememberOpener();
    if (!current || getKey(current) === getKey(form)) return show(form, from);
    // Beside the list, one form replaces another, which may ask: the focus returns to it.
    panel?.querySelector<HTMLElement>('[role="dialog"]')?.focus();
    leaveForms(() => show(form, from));
  }

  function close(form: CallForm) {
    // A form that was replaced while it was sent must not close the other one.
    if (latest.current !== form) return;
    latest.current = null;
    setCurrent(null);
    setTarget(undefined);
    onClosed?.();
    // A dialog returns the focus by itself. Later, because a question about changes may have it now.
    if (panel) setTimeout(() => latest.current ?? returnFocus(opener.current));
  }

  function showTarget(start: string | undefined) {
    setTarget(start);
    if (start) onTarget?.(start);
  }

  return (
    <CallFormsContext value={{ current, open, target, onTarget: showTarget, panel }}>
      {children}
      {current && <Form key={getKey(current)} form={current} onClose={() => close(current)} />}
    </CallFormsContext>
  );
}

const getKey = (form: CallForm) => ('call' in form ? `${form.kind} ${form.call.id}` : form.kind);

/** The forms about one call. */
const callForms = { move: MoveCall, cancel: CancelCall, link: ChangeLink, result: LogResultDialog };

function Form({ form, onClose }: { form: CallForm; onClose: () => void }) {
  const { data: calls = [] } = useUpcomingCalls();
  if (form.kind === 'book') return <BookCall leadId={form.leadId} onClose={onClose} />;
  if (form.kind === 'cancel-several') return <CancelCalls {...form} onClose={onClose} />;
  const CallForm = callForms[form.kind];
  // After a conflict the calls are refetched, and the form goes on with the stored version.
  const call = calls.find(({ id }) => id === form.call.id) ?? form.call;
  return <CallForm call={call} onClose={onClose} />;
}
