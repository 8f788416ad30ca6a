import { type FormEvent, useState } from 'react';
import { useTrySave } from '../../foundation/auth/admin/SessionProvider';
import { useErrorFocus } from '../../foundation/auth/admin/use-form-submit';
import { collectFieldMessages } from '../../lib/errors';
import { Button, IconButton } from '../../ui/Button';
import { ConfirmDelete } from '../../ui/dialog/ConfirmDialog';
import { Dialog } from '../../ui/dialog/Dialog';
import { InputField } from '../../ui/form/fields';
import * as formStyles from '../../ui/form/form.module.css';
import { Trash2 } from '../../ui/icons/admin-icons';
import { type ProjectManager, projectManagerInput } from '../contract';
import * as dialogStyles from './dialogs.module.css';
import { useProjectManagerMutations } from './mutations';
import { useProjectManagers } from './queries';

/** Adds and deletes the project managers, to whom leads are assigned. */
export function ProjectManagersDialog({ onClose }: { onClose: () => void }) {
  const { data: managers = [] } = useProjectManagers();
  const { remove } = useProjectManagerMutations();
  const [asked, setAsked] = useState<ProjectManager | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Project managers"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <AddForm />
      {managers.length > 0 && (
        <ul className={dialogStyles.managers} aria-label="Project managers">
          {managers.map((one) => (
            <li key={one.id}>
              <p>
                <strong>{one.name}</strong>
                <small>{one.email}</small>
              </p>
              <IconButton label={`Remove ${one.name}`} onClick={() => setAsked(one)}>
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <p className={formStyles.hint}>
        They do not sign in. The leads of somebody you remove are assigned to nobody.
      </p>
      <ConfirmDelete
        name={asked?.name ?? null}
        note="Their leads stay, and are assigned to nobody."
        pending={remove.isPending}
        onCancel={() => setAsked(null)}
        // The owner may have closed the dialog and opened it for another one.
        onConfirm={() =>
          asked &&
          remove.mutate(asked.id, {
            onSettled: () => setAsked((now) => (now === asked ? null : now)),
          })
        }
      />
    </Dialog>
  );
}

function AddForm() {
  const [values, setValues] = useState({ name: '', email: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const { add } = useProjectManagerMutations();
  const trySave = useTrySave();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const input = projectManagerInput.safeParse(values);
    setErrors(input.success ? {} : collectFieldMessages(input.error.issues));
    if (!input.success) return focusFirstError();
    if (!(await trySave(() => add.mutateAsync(input.data)))) return;
    // The owner may have typed the next one meanwhile.
    setValues((now) => (now === values ? { name: '', email: '' } : now));
  }

  return (
    <form ref={formRef} className={dialogStyles.managerForm} onSubmit={submit} noValidate>
      {(['name', 'email'] as const).map((field) => (
        <InputField
          key={field}
          label={field === 'name' ? 'Name' : 'Email'}
          error={errors[field]}
          type={field === 'email' ? 'email' : 'text'}
          maxLength={field === 'email' ? 254 : 100}
          value={values[field]}
          onChange={(value) => setValues({ ...values, [field]: value })}
        />
      ))}
      <Button type="submit" variant="secondary" busy={add.isPending}>
        Add
      </Button>
    </form>
  );
}
