import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HttpError, request } from '../../../lib/http';
import { toldAttribution } from '../../tracking/told-attribution';
import type { NewCall, OpenTimes, VisitorCall } from '../call';

const key = ['/api', 'scheduling', 'slots'] as const;

/** The times that can be booked now. Others book, too: each visit asks again. */
export function useOpenTimes() {
  return useQuery<OpenTimes>({ queryKey: key, staleTime: 0, gcTime: 60_000 });
}

/** Asks again for the free times. */
export function useRefreshTimes(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: key });
}

interface BookInput {
  name: string;
  email: string;
  company: string;
  start: string;
  timeZone: string;
  leadId?: string | undefined;
}

const post = <T>(path: string, body: object, headers: Record<string, string> = {}) =>
  request<T>(`/api/scheduling/bookings${path}`, {
    method: 'POST',
    body,
    headers,
    signal: AbortSignal.timeout(20_000),
  });

/** Books a call. @param requestKey makes a repeated press count once */
export const bookCall = (input: BookInput, requestKey: string) =>
  post<NewCall>(
    '',
    { ...input, attribution: toldAttribution() },
    { 'Idempotency-Key': requestKey },
  );

/** The call that a token opens. */
export const findCall = (token: string) => post<VisitorCall>('/lookup', { token });

/** Moves a call. */
export const moveCall = (token: string, start: string) =>
  post<VisitorCall>('/reschedule', { token, start });

/** Cancels a call. */
export const cancelCall = (token: string) => post<VisitorCall>('/cancel', { token });

/** The free times that are offered instead of one that is taken; null when the failure is another. */
export function alternativesOf(error: unknown): string[] | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null;
  const { alternatives } = error.body as { alternatives?: unknown };
  if (!Array.isArray(alternatives)) return null;
  return alternatives.filter((one): one is string => typeof one === 'string');
}
