import { type FormEvent, useEffect } from 'react';
import { useToast } from '../../../ui/toast/toast';
import { pickChangedFields, toCheckedValues } from '../../forms/form-state';
import { useVersionedForm } from '../../forms/use-versioned-form';
import {
  type Webhook,
  type WebhookEvent,
  type WebhookWithSecret,
  webhookEventLabels,
  webhookInput,
} from '../contract';
import { loadWebhook, useCreateWebhook, useUpdateWebhook } from './queries';

export interface WebhookFormProps {
  /** The webhook to change; none to add one. */
  webhook?: Webhook;
  onSaved: (webhook: WebhookWithSecret) => void;
  onCancel?: () => void;
  /** Called when the form gets changes that are not saved, and when it has none any more. */
  onChangedChange?: (isChanged: boolean) => void;
}

/** The fields of the form. */
type WebhookValues = Pick<Webhook, 'name' | 'url' | 'events' | 'isActive'>;

const toValues = (webhook: Webhook | undefined): WebhookValues => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  events: webhook?.events ?? ['lead.created'],
  isActive: webhook?.isActive ?? true,
});

const formatValue = (_: string, value: unknown) =>
  Array.isArray(value)
    ? value.map((event: WebhookEvent) => webhookEventLabels[event]).join(', ')
    : undefined;

/** Manages the form that adds a webhook, or changes one. */
export function useWebhookForm({ webhook, onSaved, ...options }: WebhookFormProps) {
  const { onCancel, onChangedChange } = options;
  const create = useCreateWebhook();
  const update = useUpdateWebhook(webhook?.id ?? '');
  const toast = useToast();
  const form = useVersionedForm<Webhook | undefined, WebhookValues, WebhookValues>({
    stored: webhook,
    toValues,
    check: (values) => toCheckedValues(webhookInput.safeParse(values)),
    async save(input, base) {
      if (base) {
        const changes = pickChangedFields(toValues(base), input);
        return update.mutateAsync({ ...changes, version: base.updatedAt });
      }
      const created = await create.mutateAsync(input);
      if (created.secret === null) {
        const description = 'Its secret can’t be shown any more. Replace it to get a new one.';
        toast({ title: 'Webhook saved', description });
      }
      onSaved(created);
      return created;
    },
    load: () => loadWebhook(webhook?.id ?? ''),
    onSaved: () => webhook && toast({ title: 'Webhook saved' }),
    onClose() {
      form.discard();
      onCancel?.();
    },
    subject: 'this webhook',
    labels: { name: 'Name', url: 'Address', events: 'Send when', isActive: 'Turned on' },
    formatValue,
    isAlwaysOpen: true,
  });

  const { stored, isChanged, showVersion } = form;
  useEffect(() => {
    // Unchanged fields follow what somebody else stores.
    if (webhook && stored && !isChanged && webhook.updatedAt > stored.updatedAt)
      showVersion(webhook);
  });

  useEffect(() => {
    onChangedChange?.(isChanged);
    return () => onChangedChange?.(false);
  }, [isChanged, onChangedChange]);

  return {
    ...form,
    submit(event: FormEvent) {
      event.preventDefault();
      if (webhook && !isChanged) toast({ title: 'Webhook saved' });
      else void form.submit();
    },
  };
}
