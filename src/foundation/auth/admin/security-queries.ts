import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/network/http-client';
import type {
  PasswordChange,
  Proof,
  RecoveryCodes,
  RunningSession,
  SecondFactorSetup,
  SecondFactorState,
  SecurityEvent,
} from '../contract';

const securityKey = ['/api', 'security'] as const;

/** Refetches at each mount, because other sessions change this data too. */
const useSecurityQuery = <T>(name: string) =>
  useQuery<T>({ queryKey: [...securityKey, name], staleTime: 0 });

export const useSecondFactor = () => useSecurityQuery<SecondFactorState>('second-factor');
export const useSessions = () => useSecurityQuery<RunningSession[]>('sessions');
/** Fetches the security events: sign-ins, failures and changes. */
export const useSecurityEvents = () => useSecurityQuery<SecurityEvent[]>('events');

const post = <T>(path: string, body: unknown) =>
  request<T>(`${securityKey.join('/')}/${path}`, { method: 'POST', body });

/** Creates a mutation that refetches all security queries. */
function useSecurityMutation<Input, Output>(mutate: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mutate,
    onSettled: () => client.invalidateQueries({ queryKey: securityKey }),
  });
}

/** Creates a secret for the authenticator app. Changes nothing yet. */
export const useBeginSetup = () =>
  useMutation({
    mutationFn: (password: string) => post<SecondFactorSetup>('second-factor/setup', { password }),
  });

export const useConfirmSetup = () =>
  useSecurityMutation((code: string) => post<RecoveryCodes>('second-factor/confirm', { code }));

export const useRenewRecoveryCodes = () =>
  useSecurityMutation((proof: Proof) => post<RecoveryCodes>('second-factor/recovery-codes', proof));

export const useTurnOffSecondFactor = () =>
  useSecurityMutation((proof: Proof) => post<undefined>('second-factor/turn-off', proof));

export const useChangePassword = () =>
  useSecurityMutation((change: PasswordChange) =>
    request('/api/auth/admin/password', { method: 'POST', body: change }),
  );

export const useEndSession = () =>
  useSecurityMutation(({ id, proof }: { id: string; proof: Proof }) =>
    post(`sessions/${id}/end`, proof),
  );

export const useEndOtherSessions = () =>
  useSecurityMutation((proof: Proof) => post('sessions/end-others', proof));
