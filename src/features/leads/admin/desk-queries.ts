import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { request } from '../../../lib/http-client';
import { MINUTE } from '../../../lib/time';
import { usePostOnce } from '../../../lib/use-post-once';
import type {
  BulkInput,
  Lead,
  LeadPatch,
  OwnLeadInput,
  ProjectManager,
  ProjectManagerInput,
} from '../contract';
import type { LeadImport } from '../csv/import-report';
import type { ContactChannel, LeadDetail, TaskPatch } from '../detail-contract';
import type { PackageChoice } from '../inquiry/package-choice';
import { getDeliveryRefetchMs, leadsKey } from './queries';

const managersKey = ['/api', 'project-managers'] as const;

/** The overview of today. A change of a lead may change it, too. */
export const overviewKey = ['/api', 'overview'] as const;

/** Queries a lead with everything about it; nothing without an id. */
export const useLeadDetail = (id: string | null) =>
  useQuery<LeadDetail>({
    queryKey: [...leadsKey, id],
    enabled: id !== null,
    staleTime: 0,
    gcTime: MINUTE,
    refetchInterval: ({ state }) => getDeliveryRefetchMs(state.data?.deliveries),
  });

/** Queries the users to whom leads are assigned. */
export const useProjectManagers = () => useQuery<ProjectManager[]>({ queryKey: managersKey });

/** Queries the newest imports. */
export const useImports = (enabled = true) =>
  useQuery<LeadImport[]>({ queryKey: [...leadsKey, 'imports'], staleTime: 0, enabled });

/** Queries the packages that a lead may be interested in. */
export const usePackageChoices = () =>
  useQuery<PackageChoice[]>({ queryKey: ['/api', 'packages'] });

interface DeskOptions<Result> {
  /** True if the caller shows failures itself. */
  isQuiet?: boolean;
  /** Lists the leads that no longer exist. Fetching them again would fail. */
  listGoneIds?: (result: Result) => readonly string[];
}

/** A change of leads: shows why it failed, and refetches what it may have changed. */
function useDeskMutation<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  { isQuiet = false, listGoneIds }: DeskOptions<Result> = {},
) {
  const client = useQueryClient();
  const showError = useErrorToast();
  return useMutation({
    mutationFn,
    onError: (error) => {
      if (!isQuiet) showError(error);
    },
    onSettled: (result) => {
      const goneIds = (result !== undefined && listGoneIds?.(result)) || [];
      return Promise.all([
        client.invalidateQueries({
          queryKey: leadsKey,
          predicate: ({ queryKey }) => !goneIds.some((id) => id === queryKey[leadsKey.length]),
        }),
        client.invalidateQueries({ queryKey: overviewKey }),
      ]).then(() => undefined);
    },
  });
}

const buildLeadUrl = (id: string, rest = '') => `/api/leads/${id}${rest}`;

/** Changes fields of a lead. With `version`, only that version. */
export const usePatchLead = (options?: DeskOptions<Lead>) =>
  useDeskMutation(
    ({ id, version, patch }: { id: string; version?: string; patch: LeadPatch }) =>
      request<Lead>(buildLeadUrl(id), {
        method: 'PATCH',
        body: patch,
        ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
      }),
    options,
  );

/** Records a contact, which moves the lead from `new` to `contacted`. */
export function useRecordContact() {
  const postOnce = usePostOnce();
  return useDeskMutation(
    ({ id, ...body }: { id: string; channel: ContactChannel; note?: string | null }) =>
      postOnce<Lead>(buildLeadUrl(id, '/contacted'), body),
  );
}

export function useAddNote() {
  const postOnce = usePostOnce();
  return useDeskMutation(({ id, text }: { id: string; text: string }) =>
    postOnce(buildLeadUrl(id, '/notes'), { text }),
  );
}

export const useDeleteNote = () =>
  useDeskMutation(({ leadId, id }: { leadId: string; id: string }) =>
    request(buildLeadUrl(leadId, `/notes/${id}`), { method: 'DELETE' }),
  );

export function useAddTask() {
  const postOnce = usePostOnce();
  return useDeskMutation(({ id, ...body }: { id: string; title: string; dueAt: string | null }) =>
    postOnce(buildLeadUrl(id, '/tasks'), body),
  );
}

export const useChangeTask = () =>
  useDeskMutation(({ id, ...body }: { id: string } & TaskPatch) =>
    request(`/api/tasks/${id}`, { method: 'PATCH', body }),
  );

export const useMergeLeads = () =>
  useDeskMutation((body: { keepId: string; otherId: string }) =>
    request<Lead>('/api/leads/merge', { method: 'POST', body }),
  );

export const useUnmergeLeads = () =>
  useDeskMutation(({ id, otherId }: { id: string; otherId: string }) =>
    request<Lead>(buildLeadUrl(id, '/unmerge'), { method: 'POST', body: { otherId } }),
  );

export const useMarkUnrelated = () =>
  useDeskMutation(({ id, otherId }: { id: string; otherId: string }) =>
    request(buildLeadUrl(id, '/unrelated'), { method: 'POST', body: { otherId } }),
  );

export const useUnmarkUnrelated = () =>
  useDeskMutation(({ id, otherId }: { id: string; otherId: string }) =>
    request(buildLeadUrl(id, `/unrelated/${otherId}`), { method: 'DELETE' }),
  );

export const useRestoreLead = () =>
  useDeskMutation((id: string) => request<Lead>(buildLeadUrl(id, '/restore'), { method: 'POST' }));

interface BulkResult {
  results: { id: string; ok: boolean; message: string | null }[];
}

/** Changes several leads at once. */
export const useBulkChange = () =>
  useDeskMutation((body: BulkInput) =>
    request<BulkResult>('/api/leads/bulk', { method: 'POST', body }),
  );

/** Adds a lead by hand. */
export function useAddLead() {
  const postOnce = usePostOnce();
  return useDeskMutation((body: Partial<OwnLeadInput>) => postOnce<Lead>('/api/leads/add', body), {
    isQuiet: true,
  });
}

interface ErasureReport {
  erasedLeadIds: string[];
  erasedBookings: number;
  /** Leads that can't be deleted, with the reasons. */
  kept: { leadId: string; reason: string }[];
}

/** Deletes for good what is stored about a person. */
export const useErasePerson = () =>
  useDeskMutation(
    (email: string) =>
      request<ErasureReport>('/api/privacy/erase', { method: 'POST', body: { email } }),
    { listGoneIds: ({ erasedLeadIds }) => erasedLeadIds },
  );

/** Adds, changes and deletes the users to whom leads are assigned. */
export function useProjectManagerMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: managersKey });
  return {
    add: useMutation({
      mutationFn: (body: ProjectManagerInput) =>
        request<ProjectManager>(managersKey.join('/'), { method: 'POST', body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => request(`${managersKey.join('/')}/${id}`, { method: 'DELETE' }),
      onSettled: () => Promise.all([onSettled(), client.invalidateQueries({ queryKey: leadsKey })]),
    }),
  };
}
