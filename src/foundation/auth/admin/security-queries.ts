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

/** Each mount refetches, because other sessions change this data too. */
const alwaysStale = 0;

export const useSecondFactor = () =>
  useQuery<SecondFactorState>({
    queryKey: [...securityKey, 'second-factor'],
    staleTime: alwaysStale,
  });

export const useSessions = () =>
  useQuery<RunningSession[]>({ queryKey: [...securityKey, 'sessions'], staleTime: alwaysStale });

/** Fetches the security events: sign-ins, failures and changes. */
export const useSecurityEvents = () =>
  useQuery<SecurityEvent[]>({ queryKey: [...securityKey, 'events'], staleTime: alwaysStale });

/** Creates a mutation that refetches all security queries. */
function useSecurityMutation<Input, Output>(mutate: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mutate,
    onSettled: () => client.invalidateQueries({ queryKey: securityKey }),
  });
}

/** Credentials that confirm a sensitive action. `code` only when the second factor is on. */
export interface Proof {
  password: string;
  code?: string;
}

/** Creates a secret for the authenticator app. Changes nothing yet. */
export const useBeginSetup = () =>
  useMutation({
    mutationFn: (password: string) =>
      request<SecondFactorSetup>(buildUrl('second-factor', 'setup'), {
        method: 'POST',
        body: { password },
      }),
  });

export const useConfirmSetup = () =>
  useSecurityMutation((code: string) =>
    request<RecoveryCodes>(buildUrl('second-factor', 'confirm'), {
      method: 'POST',
      body: { code },
    }),
  );

export const useRenewRecoveryCodes = () =>
  useSecurityMutation((body: Proof) =>
    request<RecoveryCodes>(buildUrl('second-factor', 'recovery-codes'), { method: 'POST', body }),
  );

export const useTurnOffSecondFactor = () =>
  useSecurityMutation((body: Proof) =>
    request<undefined>(buildUrl('second-factor', 'turn-off'), { method: 'POST', body }),
  );

export const useEndSession = () =>
  useSecurityMutation(({ id, proof }: { id: string; proof: Proof }) =>
    request(buildUrl('sessions', id, 'end'), { method: 'POST', body: proof }),
  );

export const useEndOtherSessions = () =>
  useSecurityMutation((proof: Proof) =>
    request(buildUrl('sessions', 'end-others'), { method: 'POST', body: proof }),
  );
