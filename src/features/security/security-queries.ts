import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http';
import type {
  RecoveryCodes,
  RunningSession,
  SecondFactorState,
  SecurityEvent,
  Setup,
} from './security';

const root = ['/api', 'security'] as const;
const address = (...rest: string[]) => [...root, ...rest].join('/');

/** Others change these, too: each mount asks again. */
const alwaysStale = 0;

/** Whether the second factor is on. */
export const useSecondFactor = () =>
  useQuery<SecondFactorState>({
    queryKey: [...root, 'second-factor'],
    staleTime: alwaysStale,
  });

/** Who is signed in. */
export const useSessions = () =>
  useQuery<RunningSession[]>({ queryKey: [...root, 'sessions'], staleTime: alwaysStale });

/** What has happened to the way in. */
export const useSecurityEvents = () =>
  useQuery<SecurityEvent[]>({ queryKey: [...root, 'events'], staleTime: alwaysStale });

/** A call that changes one of these; after it all of them are read again. */
function useChange<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: root }),
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
      request<Setup>(address('second-factor', 'setup'), { method: 'POST', body: { password } }),
  });

/** Turns the second factor on. */
export const useConfirmSetup = () =>
  useChange((code: string) =>
    request<RecoveryCodes>(address('second-factor', 'confirm'), { method: 'POST', body: { code } }),
  );

/** Makes new recovery codes. */
export const useRenewRecoveryCodes = () =>
  useChange((body: Proof) =>
    request<RecoveryCodes>(address('second-factor', 'recovery-codes'), { method: 'POST', body }),
  );

/** Turns the second factor off. */
export const useTurnOff = () =>
  useChange((body: Proof) =>
    request<undefined>(address('second-factor', 'turn-off'), { method: 'POST', body }),
  );

/** Ends one session. */
export const useEndSession = () =>
  useChange(({ id, proof }: { id: string; proof: Proof }) =>
    request(address('sessions', id, 'end'), { method: 'POST', body: proof }),
  );

/** Ends all sessions but this one. */
export const useEndOthers = () =>
  useChange((proof: Proof) =>
    request(address('sessions', 'end-others'), { method: 'POST', body: proof }),
  );
