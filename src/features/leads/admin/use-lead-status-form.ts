import { type FormEvent, useRef, useState } from 'react';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { focusInvalidField } from '../../../ui/focus-field';
import { useToast } from '../../../ui/toast';
import { type Lead, type LeadStatus, statusInput } from '../contract';
import { useLeadMutations } from './queries';

/** State of the form that changes a lead's status. */
export function useLeadStatusForm(lead: Lead, onSaved: () => void) {
  const { changeStatus } = useLeadMutations();
  const toast = useToast();
  const showError = useErrorToast();
  const retryAfterSignIn = useSessionRecovery();
  const select = useRef<HTMLSelectElement>(null);
  const [error, setError] = useState<string>();
  const [storedStatus, setStoredStatus] = useState(lead.status);
  const [chosenStatus, setChosenStatus] = useState<string>(lead.status);

  function choose(status: string) {
    setError(undefined);
    setChosenStatus(status);
  }

  /** Applies a status that changed on the server, unless the owner has already chosen another. */
  function applyServerStatus(status: LeadStatus) {
    setStoredStatus(status);
    setChosenStatus((current) => (current === storedStatus ? status : current));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (changeStatus.isPending) return;
    const input = statusInput.safeParse({ status: chosenStatus });
    if (!input.success) {
      setError(input.error.issues[0]?.message);
      focusInvalidField(() => select.current?.focus());
      return;
    }
    try {
      const { status } = input.data;
      await retryAfterSignIn(() => changeStatus.mutateAsync({ id: lead.id, status }));
    } catch (failure) {
      showError(failure);
      return;
    }
    toast({ title: 'Lead updated' });
    onSaved();
  }

  return {
    select,
    error,
    chosenStatus,
    choose,
    applyServerStatus,
    submit,
    isChanged: chosenStatus !== storedStatus,
    isSaving: changeStatus.isPending,
  };
}
