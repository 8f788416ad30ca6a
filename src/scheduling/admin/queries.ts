import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { matchVersion } from '../../content/kit/versions';
import { useErrorToast } from '../../foundation/auth/admin/SessionProvider';
import type { SettingsForOwner } from '../../foundation/environment/contract';
import { usePostOnce } from '../../lib/browser/use-post-once';
import { getFieldErrors, HttpError, hasStatus, request } from '../../lib/network/http-client';
import { MINUTE } from '../../lib/time/durations';
import { formatTime } from '../../lib/time/format-date';
import type {
  AdminCall as Call,
  CallPatch,
  CallResultInput,
  CallsCancellation,
  ConfirmedCall,
  OpenTimes,
  OwnerCallInput,
} from '../contract';
import type { CallHoursInput, StoredCallHours } from '../hours/call-hours';

export type { Call };

const hoursKey = ['/api', 'scheduling', 'hours'] as const;
const upcomingKey = ['/api', 'scheduling', 'bookings'] as const;
const leadsKey = ['/api', 'leads'] as const;
const overviewKey = ['/api', 'overview'] as const;

/** Visitors add calls, so each mount refetches. */
const freshOptions = { staleTime: 0, gcTime: MINUTE } as const;

export const useCallHours = () =>
  useQuery<StoredCallHours>({ queryKey: hoursKey, ...freshOptions });

/** Loads the availability as it is stored now. */
export const loadCallHours = () => request<StoredCallHours>(hoursKey.join('/'));

/**
 * Returns whether the settings have a meeting link, which calls without one of their own take.
 * Undefined while unknown.
 */
export function useHasMeetingLink(): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['/api', 'settings', 'meetingUrl'],
    queryFn: async ({ signal }) => {
      const { fields } = await request<SettingsForOwner>('/api/settings', { signal });
      return Boolean(fields.meetingUrl?.value);
    },
    ...freshOptions,
  });
  return data;
}

export const useUpcomingCalls = () => useQuery<Call[]>({ queryKey: upcomingKey, ...freshOptions });

/** All calls that start in a period, including canceled ones. */
export const useCallsOfPeriod = (from: Date, to: Date) =>
  useQuery<Call[]>({
    queryKey: ['/api', 'scheduling', `bookings?from=${from.toISOString()}&to=${to.toISOString()}`],
    placeholderData: keepPreviousData,
    ...freshOptions,
  });

export const useLeadCalls = (id: string) =>
  useQuery<Call[]>({ queryKey: [...leadsKey, id, 'bookings'], staleTime: 0, gcTime: 0 });

export function useSaveCallHours() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ hours, version }: { hours: CallHoursInput; version: string }) =>
      request<StoredCallHours>(hoursKey.join('/'), {
        method: 'PUT',
        body: hours,
        headers: matchVersion(version),
      }),
    onSuccess: (saved) => {
      client.setQueryData(hoursKey, saved);
      void client.invalidateQueries({ queryKey: [...hoursKey, 'history'] });
    },
  });
}

/** Returns whether a request failed because another call is at its time. */
const isTimeTaken = (error: unknown): boolean =>
  error instanceof HttpError && 'alternatives' in error.body;

/** Says why a call cannot be at a time; undefined if the error is not about the time. */
export function formatTimeError(sent: {
  error: unknown;
  variables: { start?: string | undefined } | undefined;
}): string | undefined {
  const { error, variables } = sent;
  if (isTimeTaken(error) && variables?.start) {
    return `${formatTime(new Date(variables.start))} was just taken. What you wrote is still here; pick another time.`;
  }
  return getFieldErrors(error).start;
}

/** Changes a call on the server, or shows why not. Then refetches the calls and the leads. */
function useCallMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  const showError = useErrorToast();
  return useMutation({
    mutationFn,
    // The form says that its time is taken.
    onError: (error) => {
      if (!isTimeTaken(error)) showError(error);
    },
    onSettled: (_result, error) => {
      const calls = client.invalidateQueries({ queryKey: ['/api', 'scheduling'] });
      void client.invalidateQueries({ queryKey: leadsKey });
      void client.invalidateQueries({ queryKey: overviewKey });
      // The form stays busy until it has the stored version, so that it can be sent again.
      return hasStatus(error, 412) ? calls : undefined;
    },
  });
}

/** Books a call for a lead. */
export function useBookCall() {
  const postOnce = usePostOnce();
  return useCallMutation(({ leadId, ...body }: { leadId: string } & OwnerCallInput) =>
    postOnce<Call>(`${leadsKey.join('/')}/${leadId}/bookings`, body),
  );
}

/** Records the result of a call. */
export function useLogCallResult() {
  const postOnce = usePostOnce();
  return useCallMutation(({ id, ...body }: { id: string } & CallResultInput) =>
    postOnce<Call>(`${upcomingKey.join('/')}/${id}/result`, body),
  );
}

type CallVersion = Pick<Call, 'id' | 'updatedAt'>;

/** Removes the result of a call, unless the call was changed since. */
export const useRemoveCallResult = () =>
  useCallMutation((call: CallVersion) =>
    request<Call>(`${upcomingKey.join('/')}/${call.id}/result`, {
      method: 'DELETE',
      headers: matchVersion(call.updatedAt),
    }),
  );

/**
 * Cancels or moves a call, changes its link, or decides about the lead of a canceled one, unless the
 * call was changed since.
 */
export const useChangeCall = () =>
  useCallMutation(({ call, ...body }: { call: CallVersion } & CallPatch) =>
    request<Call>(`${upcomingKey.join('/')}/${call.id}`, {
      method: 'PATCH',
      body,
      headers: matchVersion(call.updatedAt),
    }),
  );

/** Cancels several calls, all of them or none. */
export const useCancelCalls = () =>
  useCallMutation((body: CallsCancellation) =>
    request<Call[]>(`${upcomingKey.join('/')}/cancel-several`, { method: 'POST', body }),
  );

/** Undoes a change of a call while the emails about it wait, unless it was changed since. */
export const useUndoCallChange = () =>
  useCallMutation((call: CallVersion) =>
    request<Call>(`${upcomingKey.join('/')}/${call.id}/undo`, {
      method: 'POST',
      headers: matchVersion(call.updatedAt),
    }),
  );

/** The times that visitors can book. */
export const useFreeSlots = () =>
  useQuery<OpenTimes, Error, string[]>({
    queryKey: ['/api', 'scheduling', 'slots'],
    select: ({ slots }) => slots,
    ...freshOptions,
  });

/** Confirms that the lead booked the call. Returns the call and the lead's new status. */
export const useConfirmPerson = () =>
  useCallMutation((id: string) =>
    request<ConfirmedCall>(`${upcomingKey.join('/')}/${id}/confirm-person`, { method: 'POST' }),
  );

/** Says that the lead did not book the call, which then gets a lead of its own. */
export const useRejectPerson = () =>
  useCallMutation((id: string) =>
    request<Call>(`${upcomingKey.join('/')}/${id}/reject-person`, { method: 'POST' }),
  );
