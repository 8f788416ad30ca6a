import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePostOnce } from '../../../lib/browser/use-post-once';
import { request } from '../../../lib/network/http-client';
import { SECOND } from '../../../lib/time/durations';
import type { TestOutcome } from '../../environment/contract';
import type {
  Webhook,
  WebhookAttempt,
  WebhookInput,
  WebhookPatch,
  WebhookWithSecret,
} from '../contract';

const webhooksKey = ['/api', 'webhooks'] as const;

/** Deliveries change the log while it is open. */
const freshOptions = { staleTime: 0, refetchInterval: 10 * SECOND } as const;

export const useWebhooks = () => useQuery<Webhook[]>({ queryKey: webhooksKey, ...freshOptions });

/** The last 100 attempts to reach a webhook, newest first. */
export const useAttempts = (id: string) =>
  useQuery<WebhookAttempt[]>({ queryKey: [...webhooksKey, id, 'attempts'], ...freshOptions });

const buildPath = (...parts: string[]) => [...webhooksKey, ...parts].join('/');

/** Creates a mutation that refetches the webhooks and their logs. */
function useWebhookMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  });
}

export function useCreateWebhook() {
  const postOnce = usePostOnce();
  return useWebhookMutation((body: WebhookInput) => postOnce<WebhookWithSecret>(buildPath(), body));
}

/** Loads a webhook as it is stored now. @throws Error when it was deleted */
export async function loadWebhook(id: string): Promise<Webhook> {
  const webhook = (await request<Webhook[]>(buildPath())).find((one) => one.id === id);
  if (!webhook) throw new Error('The webhook was deleted.');
  return webhook;
}

/** Changes a webhook: with `version`, only that one of its versions. */
export const useUpdateWebhook = (id: string) =>
  useWebhookMutation(({ version, ...body }: WebhookPatch & { version?: string }) =>
    request<WebhookWithSecret>(buildPath(id), {
      method: 'PATCH',
      body,
      ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
    }),
  );

/** Deletes a webhook. Only the list is read again: the webhook's log is gone. */
export function useDeleteWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(buildPath(id), { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey, exact: true }),
  });
}

export function useTestWebhook(id: string) {
  const postOnce = usePostOnce();
  return useWebhookMutation(() => postOnce<TestOutcome>(buildPath(id, 'test'), {}));
}
