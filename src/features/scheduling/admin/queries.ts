import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http-client';
import { MINUTE } from '../../../lib/time';
import type { Attribution } from '../../analytics/attribution/touch';
import type { LeadStatus } from '../../leads/contract';
import type { BookingSource, BookingStatus } from '../call';
import type { CallHours } from '../call-hours';

/** A booking as the owner sees it. */
export interface Booking {
  id: string;
  leadId: string | null;
  source: BookingSource;
  status: BookingStatus;
  /** Said by the site or by the provider, and not only by the visitor's browser. */
  verified: boolean;
  /** False: the email is the lead's, and nothing else says that it is the same person. */
  personConfirmed: boolean;
  start: string | null;
  timeZone: string | null;
  name: string | null;
  email: string | null;
  company: string | null;
  /** Where who books came from. */
  attribution: Attribution | null;
  createdAt: string;
}

const hoursKey = ['/api', 'scheduling', 'hours'] as const;
const upcomingKey = ['/api', 'scheduling', 'bookings'] as const;
const leadsKey = ['/api', 'leads'] as const;

/** Calls come in from outside: each mount asks again. */
const freshOptions = { staleTime: 0, gcTime: MINUTE } as const;

/** When calls can be booked. */
export const useCallHours = () => useQuery<CallHours>({ queryKey: hoursKey, ...freshOptions });

/** The coming calls, the next one first. */
export const useUpcomingCalls = () =>
  useQuery<Booking[]>({ queryKey: upcomingKey, ...freshOptions });

/** The calls of a lead, newest first. */
export const useLeadBookings = (id: string) =>
  useQuery<Booking[]>({ queryKey: [...leadsKey, id, 'bookings'], staleTime: 0, gcTime: 0 });

/** Saves the opening hours. */
export function useSaveCallHours() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hours: CallHours) =>
      request<CallHours>(hoursKey.join('/'), { method: 'PUT', body: hours }),
    onSuccess: (saved) => client.setQueryData(hoursKey, saved),
  });
}

/** Cancels a call, or notes that the visitor did not come. */
export function useChangeCall() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: 'booked' | 'canceled' | 'no_show' }) =>
      request<Booking>(`${upcomingKey.join('/')}/${id}`, { method: 'PATCH', body: { status } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: upcomingKey });
      void client.invalidateQueries({ queryKey: leadsKey });
    },
  });
}

/** Confirms that a lead's own person has booked a call, and returns it with the lead's status since. */
export function useConfirmPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      request<Booking & { leadStatus: LeadStatus | null }>(
        `${upcomingKey.join('/')}/${id}/confirm-person`,
        { method: 'POST' },
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: upcomingKey });
      void client.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
