import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { leaveForms } from '../../../ui/dialog/use-unsaved-dialog';
import * as formStyles from '../../../ui/form/form.module.css';
import { Plus } from '../../../ui/icons/admin-icons';
import { MessageBox } from '../../../ui/MessageBox';
import { QueryState } from '../../../ui/QueryState';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import { useCopy } from '../../../ui/toast/use-copy';
import type { Webhook, WebhookWithSecret } from '../contract';
import { useWebhooks } from './queries';
import { WebhookForm } from './WebhookForm';
import { AttemptLog, WebhookList } from './WebhookList';
import * as styles from './webhooks.module.css';

/** Webhooks view: where events go, the log of one webhook, and its form. */
export default function WebhooksView({ settingsHref }: { settingsHref: string }) {
  const query = useWebhooks();
  return (
    <QueryState
      name="The webhooks"
      Heading="h2"
      query={query}
      loading={
        <div className={styles.view}>
          <p role="status">Loading the webhooks...</p>
        </div>
      }
    >
      {(webhooks) => (
        <div className={styles.view}>
          <Webhooks webhooks={webhooks} settingsHref={settingsHref} />
        </div>
      )}
    </QueryState>
  );
}

/** By default, show the first webhook that fails, otherwise the first one. */
const findDefault = (webhooks: readonly Webhook[]) =>
  webhooks.find(({ failingSince }) => failingSince !== null) ?? webhooks[0];

interface Props {
  webhooks: readonly Webhook[];
  settingsHref: string;
}

function Webhooks({ webhooks, settingsHref }: Props) {
  const [opened, setOpened] = useState<{ webhook?: Webhook; isAdding: boolean }>({
    isAdding: false,
  });
  const [isChanged, setIsChanged] = useState(false);
  /** Each is shown until the owner has stored it. A second one can arrive meanwhile. */
  const [secrets, setSecrets] = useState<SecretProps['shown'][]>([]);
  const [shown] = secrets;
  const { isAdding } = opened;
  const stored = webhooks.find(({ id }) => id === opened.webhook?.id);
  // Someone else may delete it while its form is being filled in: what was typed must stay.
  const open = stored ?? (isChanged ? opened.webhook : findDefault(webhooks));
  // It stays open when another webhook starts or stops failing.
  if (!isAdding && open && open !== opened.webhook) setOpened({ webhook: open, isAdding });

  const setIsAdding = (next: boolean) => setOpened({ ...opened, isAdding: next });

  function openForm(webhook: Webhook) {
    if (isAdding || webhook.id !== open?.id)
      leaveForms(() => setOpened({ webhook, isAdding: false }));
  }

  function showSecret({ name, secret }: WebhookWithSecret) {
    if (secret !== null) setSecrets((earlier) => [...earlier, { name, secret }]);
  }

  function showCreated(webhook: WebhookWithSecret) {
    // The owner may have opened another form while this webhook was being saved.
    setOpened((now) => (now === opened ? { webhook, isAdding: false } : now));
    showSecret(webhook);
  }

  return (
    <>
      <div className={`${adminStyles.viewHeader} ${styles.header}`}>
        <p>
          Tell another program when a lead comes in, a call is booked or a payment arrives.{' '}
          <Link href={settingsHref}>Settings</Link>
        </p>
        {!isAdding && (
          <Button
            variant={webhooks.length === 0 ? 'primary' : 'secondary'}
            onClick={() => leaveForms(() => setIsAdding(true))}
          >
            <Plus />
            Add a webhook
          </Button>
        )}
      </div>
      {webhooks.length > 0 && (
        <WebhookList
          webhooks={webhooks}
          openId={isAdding ? undefined : open?.id}
          onOpen={openForm}
        />
      )}
      {webhooks.length === 0 && !isAdding && (
        <MessageBox heading="Nothing is sent yet" Heading="h2">
          <p>Slack, a spreadsheet or your CRM can hear of a lead the moment it arrives.</p>
        </MessageBox>
      )}
      <div className={styles.columns}>
        {isAdding && (
          <section aria-labelledby="add-webhook">
            <h2 id="add-webhook">Add a webhook</h2>
            <WebhookForm key="new" onSaved={showCreated} onCancel={() => setIsAdding(false)} />
          </section>
        )}
        {!isAdding && open && (
          <>
            {stored && <AttemptLog key={open.id} webhook={open} />}
            <section aria-labelledby="edit-webhook">
              <h2 id="edit-webhook">{open.name}</h2>
              <WebhookForm
                key={open.id}
                webhook={open}
                onSaved={showSecret}
                onChangedChange={setIsChanged}
              />
            </section>
          </>
        )}
      </div>
      {shown && (
        <SecretPanel
          key={shown.secret}
          shown={shown}
          onClose={() => setSecrets(([, ...later]) => later)}
        />
      )}
    </>
  );
}

interface SecretProps {
  shown: { name: string; secret: string };
  onClose: () => void;
}

/** Shows a webhook's secret, once. It closes only after the owner has stored it. */
function SecretPanel({ shown: { name, secret }, onClose }: SecretProps) {
  const [isStored, setIsStored] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const copy = useCopy();

  return (
    <Dialog
      open
      onClose={() => (isStored ? onClose() : setIsAsking(true))}
      title="Copy the secret now"
      footer={
        <>
          <Button variant="secondary" onClick={() => copy(secret, { name: 'Secret' })}>
            Copy
          </Button>
          <Button onClick={onClose} disabled={!isStored}>
            Done
          </Button>
        </>
      }
    >
      <p>
        It is shown only once. {name} uses it to check that a message is really from you. Lost it?
        Replace it, and nothing breaks.
      </p>
      <code className={`${styles.code} ${styles.secret}`}>{secret}</code>
      <label className={formStyles.checkbox}>
        <input
          type="checkbox"
          checked={isStored}
          onChange={(event) => setIsStored(event.target.checked)}
        />
        I have stored it
      </label>
      {isAsking && !isStored && (
        <p role="alert" className={styles.ask}>
          You can’t see the secret again.{' '}
          <button type="button" className={styles.textButton} onClick={onClose}>
            Leave without storing it
          </button>
        </p>
      )}
    </Dialog>
  );
}
