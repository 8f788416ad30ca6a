import { useState } from 'react';
import { formatRecentDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDialog';
import { FocusableError } from '../../../ui/form/Field';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { useToast } from '../../../ui/toast/toast';
import { useErrorToast } from '../../auth/admin/SessionProvider';
import {
  secretOverlapMs,
  type Webhook,
  type WebhookPatch,
  type WebhookWithSecret,
  webhookEventLabels,
  webhookEvents,
} from '../contract';
import { useDeleteWebhook, useUpdateWebhook } from './queries';
import { useWebhookForm, type WebhookFormProps } from './use-webhook-form';
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

/** Form of a webhook: name, URL and events. */
export function WebhookForm(props: WebhookFormProps) {
  const { webhook, onSaved, onCancel } = props;
  const form = useWebhookForm(props);
  const { values, set, errors } = form.state;
  return (
    <div className={styles.formColumn}>
      <form
        ref={form.formRef}
        className={styles.form}
        aria-label="Webhook"
        onSubmit={form.submit}
        noValidate
      >
        <InputField
          label="Name"
          error={errors.name}
          name="name"
          maxLength={60}
          value={values.name}
          onChange={(name) => set({ name })}
        />
        <InputField
          label="Address"
          error={errors.url}
          hint="Starts with https. A Slack address gets a readable message."
          name="url"
          type="url"
          inputMode="url"
          maxLength={1000}
          value={values.url}
          onChange={(url) => set({ url })}
        />
        <EventFields
          chosen={values.events}
          error={errors.events}
          onChange={(events) => set({ events })}
        />
        {webhook && (
          <label className={formStyles.checkbox}>
            <input
              type="checkbox"
              checked={values.isActive}
              onChange={(event) => set({ isActive: event.target.checked })}
            />
            Turned on
          </label>
        )}
        <div className={layoutStyles.actions}>
          <Button type="submit" busy={form.busy}>
            {webhook ? 'Save' : 'Save and show the secret'}
          </Button>
          {onCancel && (
            <Button variant="quiet" onClick={form.close}>
              Cancel
            </Button>
          )}
        </div>
      </form>
      {form.dialogs}
      {webhook && (
        <div className={styles.more}>
          <SecretRotation webhook={webhook} onReplaced={onSaved} />
          <DeleteWebhook webhook={webhook} onDeleted={form.discard} />
        </div>
      )}
    </div>
  );
}

interface EventFieldsProps {
  chosen: Webhook['events'];
  error: string | undefined;
  onChange: (chosen: Webhook['events']) => void;
}

function EventFields({ chosen, error, onChange }: EventFieldsProps) {
  return (
    <fieldset className={styles.events}>
      <legend>Send when</legend>
      {webhookEvents.map((one) => (
        <label key={one} className={formStyles.checkbox}>
          <input
            type="checkbox"
            name="events"
            checked={chosen.includes(one)}
            onChange={({ target }) =>
              onChange(
                webhookEvents.filter((event) =>
                  event === one ? target.checked : chosen.includes(event),
                ),
              )
            }
          />
          {webhookEventLabels[one]}
          <code className={viewStyles.code}>{one}</code>
        </label>
      ))}
      <FocusableError message={error} />
    </fieldset>
  );
}

interface DeleteWebhookProps {
  webhook: Webhook;
  onDeleted: () => void;
}

function DeleteWebhook({ webhook: { id, name }, onDeleted }: DeleteWebhookProps) {
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
            onSuccess: () => {
              toast({ title: 'Webhook deleted', description: name });
              onDeleted();
            },
            onError: (error) => showError(error),
            onSettled: () => setIsAsking(false),
          })
        }
      />
    </>
  );
}
