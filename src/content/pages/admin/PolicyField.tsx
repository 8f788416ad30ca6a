import { useRef, useState } from 'react';
import { useErrorToast, useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import type { FormState } from '../../../foundation/forms/form-state';
import { request } from '../../../lib/network/http-client';
import { Button } from '../../../ui/Button';
import { ProseField } from '../../kit/form/FormFields';
import { toText } from '../../kit/form/item-values';
import { getContentUrl } from '../queries';

/** The text of the privacy policy. The standard one can be taken over and edited. */
export function PolicyField({ form }: { form: FormState }) {
  const showError = useErrorToast();
  const retryAfterSignIn = useSessionRecovery();
  const [busy, setBusy] = useState(false);
  const isEmpty = toText(form.values.markdown).trim() === '';
  /** Also for `takeOver`: something may be typed while the standard text loads. */
  const latestIsEmpty = useRef(isEmpty);
  latestIsEmpty.current = isEmpty;

  async function takeOver() {
    setBusy(true);
    try {
      const url = `${getContentUrl('privacy')}/standard-text`;
      const standard = await retryAfterSignIn(() => request<{ markdown: string }>(url));
      if (latestIsEmpty.current) form.set(standard);
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  }

  return (
    <>
      <ProseField
        form={form}
        name="markdown"
        label="Text"
        optional
        maxLength={30_000}
        rows={16}
        hint={`Markdown: ## for a heading, - for a list, [words](https://…) for a link. ${
          isEmpty
            ? 'While it is empty, the standard policy is shown, which follows your settings.'
            : 'It no longer follows your settings: change it when you change what you store.'
        }`}
      />
      {isEmpty && (
        <div>
          <Button variant="secondary" size="s" busy={busy} onClick={takeOver}>
            Start from the standard text
          </Button>
        </div>
      )}
    </>
  );
}
