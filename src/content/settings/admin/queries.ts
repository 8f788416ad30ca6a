import { useMutation, useQuery } from '@tanstack/react-query';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import type {
  SettingsForOwner,
  SettingsPatch,
  TestOutcome,
} from '../../../foundation/environment/contract';
import { getServerMessage, request } from '../../../lib/network/http-client';
import { loadVersion, patchVersion } from '../../kit/versions';
import type { LeadKind } from './setting-values';

const settingsUrl = '/api/settings';

export const fetchSettings = () => loadVersion<SettingsForOwner>(settingsUrl);

/** Other sessions change the settings too, so each mount refetches. */
export const useSettings = () =>
  useQuery({ queryKey: ['/api', 'settings'], queryFn: fetchSettings, staleTime: 0, gcTime: 0 });

/** Fetches the packages, whose leads can have a value each. */
export const usePackageNames = () => useQuery<LeadKind[]>({ queryKey: ['/api', 'packages'] });

/** Changes settings. @param version that the change is based on */
export const updateSettings = (patch: SettingsPatch, version: string) =>
  patchVersion<SettingsForOwner>(settingsUrl, version, patch);

/** Tests a connection with the saved settings. @returns also the outcome, as a message */
export function useConnectionTest(path: 'test-email' | 'test-payments') {
  const { mutate, isPending, isError, error, data } = useMutation({
    mutationFn: () => request<TestOutcome>(`${settingsUrl}/${path}`, { method: 'POST' }),
  });
  const failure = isSessionExpired(error)
    ? undefined
    : getServerMessage(error, 'The server could not be reached. Try again in a minute.');
  return {
    mutate,
    isPending,
    isFailed: isError || data?.success === false,
    /** Undefined before the first test. */
    message: isError ? failure : data?.message,
  };
}
