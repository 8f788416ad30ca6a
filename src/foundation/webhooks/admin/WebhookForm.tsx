import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/Button';
import { ConfirmDelete } from '../../../ui/ConfirmDelete';
import { FieldError } from '../../../ui/Field';
import { InputField } from '../../../ui/fields';
import * as formStyles from '../../../ui/form.module.css';
import * as layoutStyles from '../../../ui/layout.module.css';
import { useToast } from '../../../ui/toast';
import { useErrorToast } from '../../auth/admin/use-error-toast';
import { readField, useFormSubmit } from '../../auth/admin/use-form-submit';
import {
  type Webhook,
  type WebhookWithSecret,
  webhookEventLabels,
  webhookEvents,
} from '../contract';
import { useCreateWebhook, useDeleteWebhook, useUpdateWebhook } from './queries';
import { SecretRotation } from './SecretRotation';
import * as styles from './WebhookForm.module.css';

interface Props {
  /** The webhook to change; none to add one. */
  webhook?: Webhook;
  onSaved: (webhook: WebhookWithSecret) => void;
  onCancel?: () => void;
}

/** Reads the form's values. A new webhook is turned on. */
function readWebhook(form: HTMLFormElement, isNew: boolean) {
  const chosen = new FormData(form).getAll('events');
  return {
    name: readField(form, 'name'),
    url: readField(form, 'url'),
    events: webhookEvents.filter((one) => chosen.includes(one)),
    isActive: isNew || readField(form, 'isActive') === 'on',
  };
}

/** Form of a webhook: name, URL and events. */
export function WebhookForm({ webhook, onSaved, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { fields, busy, run } = useFormSubmit(form);
  const create = useCreateWebhook();
  const update = useUpdateWebhook(webhook?.id ?? '');
  const toast = useToast();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = readWebhook(event.currentTarget, webhook === undefined);
    void run(async () => {
      const saved = await (webhook ? update.mutateAsync(body) : create.mutateAsync(body));
      if (webhook) toast({ title: 'Webhook saved' });
      else if (saved.secret === null) {
        const description = 'Its secret can’t be shown any more. Replace it to get a new one.';
        toast({ title: 'Webhook saved', description });
      }
      onSaved(saved);
    });
  }

  return (
    <div className={styles.formColumn}>
      <form ref={form} className={styles.form} aria-label="Webhook" onSubmit={submit} noValidate>
        <InputField
          label="Name"
          error={fields.name}
          name="name"
          defaultValue={webhook?.name}
          maxLength={60}
        />
        <InputField
          label="Address"
          error={fields.url}
          hint="Starts with https. A Slack address gets a readable message."
          name="url"
          type="url"
          inputMode="url"
          defaultValue={webhook?.url}
          maxLength={1000}
        />
        <EventFields chosen={webhook?.events ?? ['lead.created']} error={fields.events} />
        {webhook && (
          <label className={formStyles.checkbox}>
            <input type="checkbox" name="isActive" defaultChecked={webhook.isActive} />
            Turned on
          </label>
        )}
        <div className={layoutStyles.actions}>
          <Button type="submit" busy={busy}>
            {webhook ? 'Save' : 'Save and show the secret'}
          </Button>
          {onCancel && (
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </form>
      {webhook && (
        <div className={styles.more}>
          <SecretRotation webhook={webhook} onReplaced={onSaved} />
          <DeleteWebhook webhook={webhook} />
        </div>
      )}
    </div>
  );
}

interface EventFieldsProps {
  chosen: Webhook['events'];
  error: string | undefined;
}

function EventFields({ chosen, error }: EventFieldsProps) {
  return (
    <fieldset className={styles.events}>
      <legend>Send when</legend>
      {webhookEvents.map((one) => (
        <label key={one} className={formStyles.checkbox}>
          <input type="checkbox" name="events" value={one} defaultChecked={chosen.includes(one)} />
          {webhookEventLabels[one]}
          <code>{one}</code>
        </label>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

function DeleteWebhook({ webhook: { id, name } }: { webhook: Webhook }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteWebhook(id);
  const toast = useToast();
  const showError = useErrorToast();
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => setIsAsking(true)}>
        Delete this webhook
      </Button>
      <ConfirmDelete
        name={isAsking ? name : null}
        note="Its log is deleted, too. What was sent stays with the receiver."
        pending={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => toast({ title: 'Webhook deleted', description: name }),
            onError: (error) => showError(error),
            onSettled: () => setIsAsking(false),
          })
        }
      />
    </>
  );
}
