import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http-client';
import type {
  RecoveryCodes,
  RunningSession,
  SecondFactorSetup,
  SecondFactorState,
  SecurityEvent,
} from '../security-contract';

const securityKey = ['/api', 'security'] as const;
const buildUrl = (...segments: string[]) => [...securityKey, ...segments].join('/');

/** Others change these, too: each mount asks again. */
const alwaysStale = 0;

/** Whether the second factor is on. */
export const useSecondFactor = () =>
  useQuery<SecondFactorState>({
    queryKey: [...securityKey, 'second-factor'],
    staleTime: alwaysStale,
  });

/** Who is signed in. */
export const useSessions = () =>
  useQuery<RunningSession[]>({ queryKey: [...securityKey, 'sessions'], staleTime: alwaysStale });

/** The security events: sign-ins, failures and changes. */
export const useSecurityEvents = () =>
  useQuery<SecurityEvent[]>({ queryKey: [...securityKey, 'events'], staleTime: alwaysStale });

/** A call that changes one of these; after it all of them are read again. */
function useSecurityMutation<Input, Output>(mutate: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mutate,
    onSettled: () => client.invalidateQueries({ queryKey: securityKey }),
  });
}

/** What proves that it is the owner who asks; the code only where the second factor is on. */
export interface Proof {
  password: string;
  code?: string;
}

/** Makes a secret for an app; changes nothing yet. */
export const useBeginSetup = () =>
  useMutation({
    mutationFn: (password: string) =>
      request<SecondFactorSetup>(buildUrl('second-factor', 'setup'), {
        method: 'POST',
        body: { password },
      }),
  });

/** Turns the second factor on. */
export const useConfirmSetup = () =>
  useSecurityMutation((code: string) =>
    request<RecoveryCodes>(buildUrl('second-factor', 'confirm'), {
      method: 'POST',
      body: { code },
    }),
  );

/** Makes new recovery codes. */
export const useRenewRecoveryCodes = () =>
  useSecurityMutation((body: Proof) =>
    request<RecoveryCodes>(buildUrl('second-factor', 'recovery-codes'), { method: 'POST', body }),
  );

/** Turns the second factor off. */
export const useTurnOffSecondFactor = () =>
  useSecurityMutation((body: Proof) =>
    request<undefined>(buildUrl('second-factor', 'turn-off'), { method: 'POST', body }),
  );

/** Ends one session. */
export const useEndSession = () =>
  useSecurityMutation(({ id, proof }: { id: string; proof: Proof }) =>
    request(buildUrl('sessions', id, 'end'), { method: 'POST', body: proof }),
  );

/** Ends all sessions but this one. */
export const useEndOtherSessions = () =>
  useSecurityMutation((proof: Proof) =>
    request(buildUrl('sessions', 'end-others'), { method: 'POST', body: proof }),
  );
