import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createSessionError,
  isSessionExpired,
  useSetKeyboardShortcuts,
} from '../../../foundation/auth/admin/queries';
import type {
  SettingsForOwner,
  SettingsPatch,
  TestOutcome,
} from '../../../foundation/environment/contract';
import { getServerMessage, request } from '../../../lib/http-client';
import type { LeadKind } from './setting-values';

const settingsUrl = '/api/settings';

/**
 * Fetches the settings. Without a session the server sends the public ones, which counts as an
 * expired session here.
 */
export async function fetchSettings(): Promise<SettingsForOwner> {
  const settings = await request<SettingsForOwner | { fields?: undefined }>(settingsUrl);
  if (settings.fields) return settings;
  throw createSessionError();
}

/** Other sessions change the settings too, so each mount refetches. */
export const useSettings = () =>
  useQuery({ queryKey: ['/api', 'settings'], queryFn: fetchSettings, staleTime: 0, gcTime: 0 });

/** Fetches the packages, whose leads can have a value each. */
export const usePackageNames = () => useQuery<LeadKind[]>({ queryKey: ['/api', 'packages'] });

interface Update {
  patch: SettingsPatch;
  /** The version that the change is based on. If the stored one differs, the response is 412. */
  version: string;
}

export function useUpdateSettings() {
  const setKeyboardShortcuts = useSetKeyboardShortcuts();
  return useMutation({
    mutationFn: ({ patch, version }: Update) =>
      request<SettingsForOwner>(settingsUrl, {
        method: 'PATCH',
        body: patch,
        headers: { 'If-Match': `"${version}"` },
      }),
    onSuccess: ({ fields }) => setKeyboardShortcuts(fields.keyboardShortcuts?.value !== false),
  });
}

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
