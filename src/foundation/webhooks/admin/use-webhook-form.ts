import { type FormEvent, useState } from 'react';
import { listKeys } from '../../../lib/list';
import { hasStatus } from '../../../lib/network/http-client';
import { useUnsavedDialog } from '../../../ui/dialog/use-unsaved-dialog';
import { useToast } from '../../../ui/toast/toast';
import { useSessionRecovery } from '../../auth/admin/SessionProvider';
import { useErrorFocus, useFormSubmit } from '../../auth/admin/use-form-submit';
import {
  type Webhook,
  type WebhookEvent,
  type WebhookWithSecret,
  webhookEventLabels,
} from '../contract';
import { loadWebhook, useCreateWebhook, useUpdateWebhook } from './queries';

export interface WebhookFormProps {
  /** The webhook to change; none to add one. */
  webhook?: Webhook;
  onSaved: (webhook: WebhookWithSecret) => void;
  onCancel?: () => void;
}

/** The fields of the form. */
type WebhookValues = Pick<Webhook, 'name' | 'url' | 'events' | 'isActive'>;

type FieldName = keyof WebhookValues;

const toValues = (webhook: Webhook | undefined): WebhookValues => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  events: webhook?.events ?? ['lead.created'],
  isActive: webhook?.isActive ?? true,
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const formatValue = (value: unknown) =>
  Array.isArray(value)
    ? value.map((event: WebhookEvent) => webhookEventLabels[event]).join(', ')
    : String(value);

/**
 * Tracks the values of the form. Fields that the owner has not changed follow what is stored, also
 * by somebody else.
 */
function useWebhookValues(webhook: Webhook | undefined) {
  /** The version that the changes are based on. */
  const [base, setBase] = useState(webhook);
  const [changes, setChanges] = useState<Partial<WebhookValues>>({});
  const isChanged = listKeys(changes).length > 0;
  if (webhook && base && !isChanged && webhook.updatedAt > base.updatedAt) setBase(webhook);
  const stored = toValues(base);

  return {
    base,
    changes,
    isChanged,
    values: { ...stored, ...changes },
    set: (change: Partial<WebhookValues>) =>
      setChanges((earlier) => {
        const all = { ...earlier, ...change };
        for (const name of listKeys(all)) if (isSame(all[name], stored[name])) delete all[name];
        return all;
      }),
    discard: () => setChanges({}),
    continueFrom: setBase,
    /** Continues from what was saved. What was typed meanwhile is not saved yet. */
    showSaved(saved: Webhook) {
      setBase(saved);
      setChanges((now) => (now === changes ? {} : now));
    },
  };
}

/**
 * Manages the form of a webhook: values, errors, leaving, and saving with the version that the
 * changes are based on. Not `useVersionedForm`, which stands on a floor above.
 */
export function useWebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
  const form = useWebhookValues(webhook);
  const { base, changes, isChanged, values } = form;
  const { formRef, focusFirstError } = useErrorFocus();
  const { fields, busy, run } = useFormSubmit(formRef);
  /** Fields that somebody else has changed as well. */
  const [disputes, setDisputes] = useState<Partial<Record<FieldName, string>>>({});
  const create = useCreateWebhook();
  const update = useUpdateWebhook(webhook?.id ?? '');
  const retryAfterSignIn = useSessionRecovery(isChanged);
  const toast = useToast();
  const { close, unsavedDialog } = useUnsavedDialog(isChanged, () => {
    form.discard();
    onCancel?.();
  });

  /**
   * Saves the changes on top of what somebody else has stored meanwhile.
   * @returns undefined if they have changed the same field: the owner decides
   */
  async function save(from: Webhook): Promise<WebhookWithSecret | undefined> {
    try {
      const input = { ...changes, version: from.updatedAt };
      return await retryAfterSignIn(() => update.mutateAsync(input));
    } catch (error) {
      const theirs = hasStatus(error, 412) && (await loadWebhook(from.id));
      if (!theirs) throw error;
      form.continueFrom(theirs);
      const disputed = listKeys(changes).filter(
        (name) => !isSame(theirs[name], from[name]) && !isSame(theirs[name], changes[name]),
      );
      if (disputed.length === 0) return save(theirs);
      setDisputes(
        Object.fromEntries(
          disputed.map((name) => [
            name,
            `Someone else changed this to “${formatValue(theirs[name])}”. Save again to replace it.`,
          ]),
        ),
      );
      focusFirstError();
      return undefined;
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setDisputes({});
    void run(async () => {
      if (!base) {
        const created = await retryAfterSignIn(() => create.mutateAsync(values));
        if (created.secret === null) {
          const description = 'Its secret can’t be shown any more. Replace it to get a new one.';
          toast({ title: 'Webhook saved', description });
        }
        return onSaved(created);
      }
      const saved = isChanged ? await save(base) : base;
      if (!saved) return;
      form.showSaved(saved);
      toast({ title: 'Webhook saved' });
    });
  }

  return {
    ...form,
    errors: { ...disputes, ...fields },
    formRef,
    busy,
    submit,
    close,
    unsavedDialog,
  };
}
