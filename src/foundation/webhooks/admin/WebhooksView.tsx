import { useState } from 'react';
import { Link } from 'wouter';
import { Plus } from '../../../ui/admin-icons';
import { Button } from '../../../ui/Button';
import { LoadFailure } from '../../../ui/LoadFailure';
import * as stateStyles from '../../../ui/states.module.css';
import * as viewHeaderStyles from '../../../ui/view-header.module.css';
import type { Webhook, WebhookWithSecret } from '../contract';
import { useWebhooks } from './queries';
import { SecretPanel } from './SecretPanel';
import { WebhookForm } from './WebhookForm';
import { AttemptLog, WebhookList } from './WebhookList';
import * as styles from './webhooks.module.css';

/** Webhooks view: where events go, the log of one webhook, and its form. */
export default function WebhooksView({ settingsHref }: { settingsHref: string }) {
  const query = useWebhooks();
  if (!query.data && query.isError) {
    return <LoadFailure name="The webhooks" Heading="h2" query={query} />;
  }
  return (
    <div className={styles.view}>
      {query.data ? (
        <Webhooks webhooks={query.data} settingsHref={settingsHref} />
      ) : (
        <p role="status">Loading the webhooks...</p>
      )}
    </div>
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
  const [openId, setOpenId] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const open = webhooks.find(({ id }) => id === openId) ?? findDefault(webhooks);

  function showSecret(webhook: WebhookWithSecret) {
    setIsAdding(false);
    setOpenId(webhook.id);
    if (webhook.secret !== null) setCreated(webhook);
  }

  return (
    <>
      <div className={`${viewHeaderStyles.header} ${styles.header}`}>
        <p>
          Tell another program when a lead comes in, a call is booked or a payment arrives.{' '}
          <Link href={settingsHref}>Settings</Link>
        </p>
        {!isAdding && (
          <Button
            variant={webhooks.length === 0 ? 'primary' : 'secondary'}
            onClick={() => setIsAdding(true)}
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
          onOpen={(id) => {
            setIsAdding(false);
            setOpenId(id);
          }}
        />
      )}
      {webhooks.length === 0 && !isAdding && (
        <div className={stateStyles.message}>
          <h2>Nothing is sent yet</h2>
          <p>Slack, a spreadsheet or your CRM can hear of a lead the moment it arrives.</p>
        </div>
      )}
      <div className={styles.columns}>
        {isAdding && (
          <section aria-labelledby="add-webhook">
            <h2 id="add-webhook">Add a webhook</h2>
            <WebhookForm key="new" onSaved={showSecret} onCancel={() => setIsAdding(false)} />
          </section>
        )}
        {!isAdding && open && (
          <>
            <AttemptLog key={open.id} webhook={open} />
            <section aria-labelledby="edit-webhook">
              <h2 id="edit-webhook">{open.name}</h2>
              <WebhookForm key={open.id} webhook={open} onSaved={showSecret} />
            </section>
          </>
        )}
      </div>
      {created?.secret && (
        <SecretPanel name={created.name} secret={created.secret} onClose={() => setCreated(null)} />
      )}
    </>
  );
}
