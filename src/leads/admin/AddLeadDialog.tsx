import { useState } from 'react';
import { useLocation } from 'wouter';
import { useErrorToast, useSessionRecovery } from '../../foundation/auth/admin/SessionProvider';
import { useErrorFocus } from '../../foundation/auth/admin/use-form-submit';
import { collectFieldMessages } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { getFieldErrors } from '../../lib/network/http-client';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { useCloseWhileOpen } from '../../ui/dialog/use-close-while-open';
import { useToast } from '../../ui/toast/toast';
import { ownLeadInput } from '../contract';
import { emptyLeadValues } from '../inquiry/lead-form-options';
import * as styles from './dialogs.module.css';
import { LeadFields } from './LeadFields';
import { useAddLead } from './mutations';
import { buildLeadPath } from './table/lead-filter';

/** Adds a lead by hand, for example after a phone call. Nobody gets an email. */
export function AddLeadDialog(props: { onClose: () => void }) {
  const onClose = useCloseWhileOpen(props.onClose);
  const [values, setValues] = useState(emptyLeadValues);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const addLead = useAddLead();
  const retryAfterSignIn = useSessionRecovery();
  const showError = useErrorToast();
  const toast = useToast();
  const [, navigate] = useLocation();
  const isChanged = Object.values(values).some((value) => value !== '');

  async function submit() {
    const filled = listKeys(values).filter((name) => values[name].trim() !== '');
    const input = ownLeadInput.safeParse(
      Object.fromEntries(filled.map((name) => [name, values[name]])),
    );
    setErrors(input.success ? {} : collectFieldMessages(input.error.issues));
    if (!input.success) return focusFirstError();
    try {
      const { id } = await retryAfterSignIn(() => addLead.mutateAsync(input.data));
      toast({
        title: 'Lead added',
        action: { label: 'Open', run: () => navigate(buildLeadPath(id)) },
      });
    } catch (error) {
      const fields = getFieldErrors(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) showError(error);
      return focusFirstError();
    }
    onClose();
  }

  return (
    <FormDialog
      title="Add lead"
      submitLabel={addLead.isPending ? 'Adding...' : 'Add lead'}
      isBusy={addLead.isPending}
      formClass={styles.form}
      formRef={formRef}
      onSubmit={submit}
      isChanged={isChanged && !addLead.isSuccess}
      onClose={onClose}
    >
      <LeadFields
        values={values}
        errors={errors}
        isReadOnly={addLead.isPending}
        onChange={setValues}
      />
    </FormDialog>
  );
}
