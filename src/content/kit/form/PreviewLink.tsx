import { type ReactNode, useState } from 'react';
import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { copyText } from '../../../lib/copy-text';
import { formatRecentDateTime } from '../../../lib/format-date';
import { request } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import { useToast } from '../../../ui/toast';
import type { PreviewLink as Link } from '../publication';
import { collectionKey } from '../queries';
import * as styles from './PreviewLink.module.css';

interface Props {
  path: string;
  id: string;
  /** Whether the form has changes that are not saved, which the link can't show. */
  isChanged: boolean;
}

/** Creates a link that shows the saved item on the real page, on any device. */
export function PreviewLink({ path, id, isChanged }: Props) {
  const toast = useToast();
  const showError = useErrorToast();
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<Link | null>(null);
  const address = link && new URL(link.url, location.origin).href;

  async function create() {
    setBusy(true);
    try {
      const url = `${collectionKey(path).join('/')}/${id}/preview`;
      setLink(await request<Link>(url, { method: 'POST' }));
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  }

  async function copy(text: string) {
    toast(
      (await copyText(text))
        ? { title: 'Link copied' }
        : { title: 'The link could not be copied', description: 'Select it and copy it by hand.' },
    );
  }

  if (!link || !address) {
    return (
      <div className={styles.link}>
        <Button variant="secondary" busy={busy} onClick={create}>
          Create a preview link
        </Button>
        <p className={formStyles.hint}>
          {isChanged
            ? 'It shows what is saved, without the changes that you have not saved yet.'
            : 'It shows this on the real page, on any phone or computer, for an hour.'}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.link}>
      <Field
        label="Preview link"
        hint={`Opens on any phone or computer until ${formatRecentDateTime(link.expiresAt)}. Anyone with the link can see it.`}
      >
        {(control) => (
          <div className={styles.address}>
            <input
              {...control}
              className={formStyles.input}
              readOnly
              value={address}
              onFocus={(event) => event.target.select()}
            />
            <Button variant="secondary" onClick={() => copy(address)}>
              Copy
            </Button>
            <a href={address} target="_blank" rel="noreferrer">
              Open
            </a>
          </div>
        )}
      </Field>
    </div>
  );
}

/** Replaces a card's button in a preview, because the button works only on the public site. */
export const PreviewButton = ({
  className,
  children,
}: {
  className: string;
  children: ReactNode;
}) => (
  <button type="button" className={className}>
    {children}
  </button>
);
