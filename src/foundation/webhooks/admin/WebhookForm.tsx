import { type FormEvent, useRef, useState } from 'react';
import { formatRecentDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDialog';
import { FieldError } from '../../../ui/form/Field';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { useToast } from '../../../ui/toast/toast';
import { useErrorToast } from '../../auth/admin/SessionProvider';
import { readField, useFormSubmit } from '../../auth/admin/use-form-submit';
import {
  secretOverlapMs,
  type Webhook,
  type WebhookPatch,
  type WebhookWithSecret,
  webhookEventLabels,
  webhookEvents,
} from '../contract';
import { useCreateWebhook, useDeleteWebhook, useUpdateWebhook } from './queries';
import * as styles from './WebhookForm.module.css';
import * as viewStyles from './webhooks.module.css';

interface SecretRotationProps {
  webhook: Webhook;
  onReplaced: (webhook: WebhookWithSecret) => void;
}

/** Replaces a webhook's secret, and shows how long the old one stays valid. */
function SecretRotation({ webhook, onReplaced }: SecretRotationProps) {
  const update = useUpdateWebhook(webhook.id);
  const showError = useErrorToast();
  const { previousSecretUntil } = webhook;
  // A promise, because a callback of `mutate` is skipped once another form is open.
  const change = (secret: NonNullable<WebhookPatch['secret']>) =>
    update.mutateAsync({ secret }).then(onReplaced, showError);
  const replaceButton = (
    <Button variant="secondary" size="s" busy={update.isPending} onClick={() => change('replace')}>
      Replace the secret
    </Button>
  );

  if (previousSecretUntil === null) return replaceButton;
  const part = Math.min(1, (Date.parse(previousSecretUntil) - Date.now()) / secretOverlapMs);
  return (
    <div className={styles.overlap}>
      <p>
        <b>{`Both secrets work until ${formatRecentDateTime(previousSecretUntil)}`}</b>
        Enter the new one in the other program before then. Lost it? Replace it: the old one still
        works.
      </p>
      <div className={styles.bars} aria-hidden="true">
        <span>New secret</span>
        <i style={{ '--part': '100%' }} />
        <span>Old secret</span>
        <i style={{ '--part': `${Math.round(part * 100)}%` }} />
      </div>
      <div className={layoutStyles.actions}>
        <Button
          variant="secondary"
          size="s"
          busy={update.isPending}
          onClick={() => change('end-old')}
        >
          End the old one now
        </Button>
        <Button variant="quiet" size="s" busy={update.isPending} onClick={() => change('keep-old')}>
          Keep it 24 h longer
        </Button>
        {replaceButton}
      </div>
    </div>
  );
}

interface WebhookFormProps {
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
export function WebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
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
          <code className={viewStyles.code}>{one}</code>
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
