import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { matchVersion } from '../../content/kit/versions';
import { useErrorToast } from '../../foundation/auth/admin/SessionProvider';
import { usePostOnce } from '../../lib/browser/use-post-once';
import { request } from '../../lib/network/http-client';
import type {
  BulkInput,
  BulkResult,
  ErasureReport,
  Lead,
  LeadPatch,
  OwnLeadInput,
  ProjectManager,
  ProjectManagerInput,
} from '../contract';
import type { ContactChannel, ContactInput, MailInput, TaskPatch } from '../detail-contract';
import {
  erasedIds,
  isErased,
  leadsKey,
  managersKey,
  overviewKey,
  removeFromLists,
} from './queries';

/**
 * Refetches everything that a change of leads may change, except the leads that no longer exist.
 */
export async function refetchLeads(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: leadsKey, predicate: (query) => !isErased(query) }),
    client.invalidateQueries({ queryKey: overviewKey }),
  ]);
}

interface MutationOptions<Result> {
  /** True if the caller shows failures itself. */
  isQuiet?: boolean;
  /** False to succeed at once instead of after the refetch. */
  awaitsRefetch?: boolean;
  /** Lists the leads that no longer exist. */
  listErasedIds?: (result: Result) => readonly string[];
}

/**
 * A change of leads: shows why it failed, and refetches what it may have changed, even after a
 * failure, which can mean that it is out of date.
 */
export function useLeadMutation<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  { isQuiet = false, awaitsRefetch = true, listErasedIds }: MutationOptions<Result> = {},
) {
  const client = useQueryClient();
  const showError = useErrorToast();
  return useMutation({
    mutationFn,
    onError: (error) => {
      if (!isQuiet) showError(error);
    },
    onSettled: (result) => {
      const ids = result === undefined ? [] : (listErasedIds?.(result) ?? []);
      for (const id of ids) erasedIds.add(id);
      const refetched = refetchLeads(client);
      return awaitsRefetch ? refetched : undefined;
    },
  });
}

const buildLeadUrl = (id: string, rest = '') => `/api/leads/${id}${rest}`;

/** Changes fields of a lead. With `version`, only that version. */
export const usePatchLead = (options?: MutationOptions<Lead>) =>
  useLeadMutation(
    ({ id, version, patch }: { id: string; version?: string; patch: LeadPatch }) =>
      request<Lead>(buildLeadUrl(id), {
        method: 'PATCH',
        body: patch,
        ...(version !== undefined && { headers: matchVersion(version) }),
      }),
    options,
  );

/** Adds something to a lead, once however often it is sent. */
function useAddToLead<Body extends object, Result = unknown>(path: string) {
  const postOnce = usePostOnce();
  return useLeadMutation(({ id, ...body }: { id: string } & Body) =>
    postOnce<Result>(buildLeadUrl(id, path), body),
  );
}

/** Records a contact, which moves the lead from `new` to `contacted`. */
export const useRecordContact = () =>
  useAddToLead<{ channel: ContactChannel } & Partial<ContactInput>, Lead>('/contacted');

/** Sends a mail to a lead through the site's mail server. */
export const useSendMail = () => useAddToLead<MailInput, Lead>('/mail');

export const useAddNote = () => useAddToLead<{ text: string }>('/notes');

export const useAddTask = () => useAddToLead<{ title: string; dueAt: string | null }>('/tasks');

export const useDeleteNote = () =>
  useLeadMutation(({ leadId, id }: { leadId: string; id: string }) =>
    request(buildLeadUrl(leadId, `/notes/${id}`), { method: 'DELETE' }),
  );

export const useChangeTask = () =>
  useLeadMutation(({ id, ...body }: { id: string } & TaskPatch) =>
    request(`/api/tasks/${id}`, { method: 'PATCH', body }),
  );

export const useMergeLeads = () =>
  useLeadMutation((body: { keepId: string; otherId: string }) =>
    request<Lead>('/api/leads/merge', { method: 'POST', body }),
  );

export const useUnmergeLeads = () =>
  useLeadMutation(({ id, otherId }: { id: string; otherId: string }) =>
    request<Lead>(buildLeadUrl(id, '/unmerge'), { method: 'POST', body: { otherId } }),
  );

export const useMarkUnrelated = () =>
  useLeadMutation(({ id, otherId }: { id: string; otherId: string }) =>
    request(buildLeadUrl(id, '/unrelated'), { method: 'POST', body: { otherId } }),
  );

export const useUnmarkUnrelated = () =>
  useLeadMutation(({ id, otherId }: { id: string; otherId: string }) =>
    request(buildLeadUrl(id, `/unrelated/${otherId}`), { method: 'DELETE' }),
  );

export const useClearSpamMark = () =>
  useLeadMutation(
    (id: string) => request<Lead>(buildLeadUrl(id, '/not-spam'), { method: 'POST' }),
    { awaitsRefetch: false },
  );

/** Deletes a lead, and removes it from the lists without waiting for the refetch. */
export function useDeleteLead() {
  const client = useQueryClient();
  return useLeadMutation(
    async (id: string) => {
      await request(buildLeadUrl(id), { method: 'DELETE' });
      removeFromLists(client, id);
    },
    { isQuiet: true, awaitsRefetch: false },
  );
}

export const useRestoreLead = () =>
  useLeadMutation((id: string) => request<Lead>(buildLeadUrl(id, '/restore'), { method: 'POST' }));

/** Changes several leads at once. */
export const useBulkChange = () =>
  useLeadMutation((body: BulkInput) =>
    request<BulkResult>('/api/leads/bulk', { method: 'POST', body }),
  );

/** Adds a lead by hand. */
export function useAddLead() {
  const postOnce = usePostOnce();
  return useLeadMutation((body: Partial<OwnLeadInput>) => postOnce<Lead>('/api/leads/add', body), {
    isQuiet: true,
  });
}

/** Deletes for good what is stored about a person. */
export const useErasePerson = () =>
  useLeadMutation(
    (email: string) =>
      request<ErasureReport>('/api/privacy/erase', { method: 'POST', body: { email } }),
    { listErasedIds: ({ erasedLeadIds }) => erasedLeadIds },
  );

/** Adds, changes and deletes the users to whom leads are assigned. */
export function useProjectManagerMutations() {
  const client = useQueryClient();
  const showError = useErrorToast();
  const onError = (error: unknown) => showError(error);
  const onSettled = () => client.invalidateQueries({ queryKey: managersKey });
  return {
    add: useMutation({
      mutationFn: (body: ProjectManagerInput) =>
        request<ProjectManager>(managersKey.join('/'), { method: 'POST', body }),
      onError,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => request(`${managersKey.join('/')}/${id}`, { method: 'DELETE' }),
      onError,
      onSettled: () => Promise.all([onSettled(), client.invalidateQueries({ queryKey: leadsKey })]),
    }),
  };
}
