import { useState } from 'react';
import { copyText } from '../../../lib/browser/copy-text';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import * as formStyles from '../../../ui/form/form.module.css';
import { useToast } from '../../../ui/toast/toast';
import * as styles from './SecretPanel.module.css';
import * as viewStyles from './webhooks.module.css';

interface Props {
  name: string;
  secret: string;
  onClose: () => void;
}

/** Shows a webhook's secret, once. It closes only after the owner has stored it. */
export function SecretPanel({ name, secret, onClose }: Props) {
  const [isStored, setIsStored] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const toast = useToast();

  async function copy() {
    if (await copyText(secret)) return toast({ title: 'Secret copied' });
    const description = 'The browser did not allow copying. Select the secret and copy it.';
    toast({ title: 'Error', description, tone: 'bad' });
  }

  return (
    <Dialog
      open
      onClose={() => (isStored ? onClose() : setIsAsking(true))}
      title="Copy the secret now"
      footer={
        <>
          <Button variant="secondary" onClick={copy}>
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
      <code className={styles.secret}>{secret}</code>
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
          <button type="button" className={viewStyles.textButton} onClick={onClose}>
            Leave without storing it
          </button>
        </p>
      )}
    </Dialog>
  );
}
