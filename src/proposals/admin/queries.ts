import { useQuery } from '@tanstack/react-query';
import { matchVersion } from '../../content/kit/versions';
import { useLeadMutation } from '../../leads/admin/mutations';
import { leadsKey } from '../../leads/admin/queries';
import { usePostOnce } from '../../lib/browser/use-post-once';
import { request } from '../../lib/network/http-client';
import type { AdminProposal, ProposalInput } from '../contract';
import type { SendingWay } from '../proposal';

const buildUrl = (id: string, rest = '') => `/api/proposals/${id}${rest}`;

/** Loads a proposal as it is stored now. */
export const loadProposal = (id: string): Promise<AdminProposal> =>
  request<AdminProposal>(buildUrl(id));

/** Returns the proposals of a lead, newest first. They come with its other details. */
export const useLeadProposals = (leadId: string): readonly AdminProposal[] =>
  useQuery<{ proposals: AdminProposal[] }>({
    queryKey: [...leadsKey, leadId],
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.proposals ?? [];

type Version = Pick<AdminProposal, 'id' | 'updatedAt'>;

/** Stores a new proposal, or changes a version of one. The form shows why it failed. */
export function useSaveProposal() {
  const postOnce = usePostOnce();
  return useLeadMutation(
    ({
      leadId,
      base,
      input,
    }: {
      leadId: string;
      base: Version | undefined;
      input: ProposalInput;
    }) =>
      base
        ? request<AdminProposal>(buildUrl(base.id), {
            method: 'PUT',
            body: input,
            headers: matchVersion(base.updatedAt),
          })
        : postOnce<AdminProposal>(`/api/leads/${leadId}/proposals`, input),
    { isQuiet: true },
  );
}

/**
 * Sends a proposal by email, or marks it as sent as a link. A second attempt mails nothing twice. The
 * dialog shows why it failed.
 */
export function useSendProposal() {
  const postOnce = usePostOnce();
  return useLeadMutation(
    ({ by, ...proposal }: Version & { by: SendingWay }) =>
      postOnce<AdminProposal>(
        buildUrl(proposal.id, '/send'),
        { by },
        matchVersion(proposal.updatedAt),
      ),
    { isQuiet: true },
  );
}

/** Withdraws a proposal that was sent. */
export const useWithdrawProposal = () =>
  useLeadMutation((proposal: Version) =>
    request<AdminProposal>(buildUrl(proposal.id, '/withdraw'), {
      method: 'POST',
      headers: matchVersion(proposal.updatedAt),
    }),
  );

/** Deletes a draft. */
export const useDeleteProposal = () =>
  useLeadMutation(({ id, updatedAt }: Version) =>
    request(buildUrl(id), { method: 'DELETE', headers: matchVersion(updatedAt) }),
  );
