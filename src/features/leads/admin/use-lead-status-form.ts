import { useRef, useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/use-try-save';
import { focusInvalidField } from '../../../ui/focus-field';
import { useToast } from '../../../ui/toast';
import { type Lead, type LeadStatus, statusInput } from '../contract';
import { usePatchLead } from './mutations';

/** State of the form that changes a lead's status. */
export function useLeadStatusForm(lead: Lead, onSaved: () => void) {
  const patch = usePatchLead({ awaitsRefetch: false });
  const toast = useToast();
  const trySave = useTrySave();
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

  async function submit() {
    const input = statusInput.safeParse({ status: chosenStatus });
    if (!input.success) {
      setError(input.error.issues[0]?.message);
      focusInvalidField(() => select.current?.focus());
      return;
    }
    if (!(await trySave(() => patch.mutateAsync({ id: lead.id, patch: input.data })))) return;
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
    isSaving: patch.isPending,
  };
}
