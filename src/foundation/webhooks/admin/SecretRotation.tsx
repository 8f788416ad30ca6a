import { formatRecentDateTime } from '../../../lib/format-date';
import { Button } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import { useErrorToast } from '../../auth/admin/use-error-toast';
import {
  secretOverlapMs,
  type Webhook,
  type WebhookPatch,
  type WebhookWithSecret,
} from '../contract';
import { useUpdateWebhook } from './queries';
import * as styles from './WebhookForm.module.css';

interface Props {
  webhook: Webhook;
  onReplaced: (webhook: WebhookWithSecret) => void;
}

/** Replaces a webhook's secret, and shows how long the old one stays valid. */
export function SecretRotation({ webhook, onReplaced }: Props) {
  const update = useUpdateWebhook(webhook.id);
  const showError = useErrorToast();
  const { previousSecretUntil } = webhook;
  const change = (secret: NonNullable<WebhookPatch['secret']>) =>
    update.mutate({ secret }, { onSuccess: onReplaced, onError: (error) => showError(error) });

  if (previousSecretUntil === null) {
    return (
      <Button
        variant="secondary"
        size="s"
        busy={update.isPending}
        onClick={() => change('replace')}
      >
        Replace the secret
      </Button>
    );
  }
  const part = Math.min(1, (Date.parse(previousSecretUntil) - Date.now()) / secretOverlapMs);
  return (
    <div className={styles.overlap}>
      <p>
        <b>{`Both secrets work until ${formatRecentDateTime(previousSecretUntil)}`}</b>
        Enter the new one in the other program before then.
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
      </div>
    </div>
  );
}
