import { type ReactNode, useState } from 'react';
import { useErrorToast, useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import { request } from '../../../lib/network/http-client';
import { formatRecentDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/form/Field';
import * as formStyles from '../../../ui/form/form.module.css';
import { useCopy } from '../../../ui/toast/use-copy';
import type { PreviewLink as Link } from '../publication';
import { collectionKey } from '../queries';
import * as styles from './PreviewLink.module.css';

interface Props {
  path: string;
  /** Undefined as long as it is not stored. */
  id: string | undefined;
  /** Whether the form has changes that are not saved, which the link can't show. */
  isChanged: boolean;
  /** Saves the form as a draft. @param onDraft called with its id once it is saved */
  saveDraft: (onDraft: (id: string) => void) => Promise<void>;
}

/**
 * Creates a link that shows the item on the real page, on any device. Changes that are not saved are
 * saved first, as a draft.
 */
export function PreviewLink({ path, id, isChanged, saveDraft }: Props) {
  const copy = useCopy();
  const showError = useErrorToast();
  const retryAfterSignIn = useSessionRecovery();
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<Link | null>(null);
  const address = link && new URL(link.url, location.origin).href;
  const savesFirst = isChanged || id === undefined;

  async function create(savedId: string) {
    setBusy(true);
    try {
      const url = `${collectionKey(path).join('/')}/${savedId}/preview`;
      setLink(await retryAfterSignIn(() => request<Link>(url, { method: 'POST' })));
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  }

  if (!link || !address || savesFirst) {
    return (
      <div className={styles.link}>
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => (savesFirst ? saveDraft((saved) => void create(saved)) : create(id))}
        >
          {savesFirst ? 'Save a draft and create a preview link' : 'Create a preview link'}
        </Button>
        <p className={formStyles.hint}>
          {`${savesFirst ? 'Only you see the draft. ' : ''}The link shows this on the real page, on any phone or computer, for an hour.`}
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
            <Button variant="secondary" onClick={() => copy(address, { name: 'Link' })}>
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
