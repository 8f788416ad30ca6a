import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http-client';
import { MINUTE } from '../../../lib/time';
import type { Attribution } from '../../analytics/attribution/touch';
import type { LeadStatus } from '../../leads/contract';
import type { BookingSource, BookingStatus } from '../call';
import type { CallHours } from '../call-hours';

/** A booking in the admin API. */
export interface Booking {
  id: string;
  leadId: string | null;
  source: BookingSource;
  status: BookingStatus;
  /** Reported by the site or the provider, not only by the visitor's browser. */
  verified: boolean;
  /** False if only the email matches the lead, which does not prove that it is the same person. */
  personConfirmed: boolean;
  start: string | null;
  timeZone: string | null;
  name: string | null;
  email: string | null;
  company: string | null;
  attribution: Attribution | null;
  createdAt: string;
}

const hoursKey = ['/api', 'scheduling', 'hours'] as const;
const upcomingKey = ['/api', 'scheduling', 'bookings'] as const;
const leadsKey = ['/api', 'leads'] as const;

/** Visitors add calls, so each mount refetches. */
const freshOptions = { staleTime: 0, gcTime: MINUTE } as const;

/** The availability. */
export const useCallHours = () => useQuery<CallHours>({ queryKey: hoursKey, ...freshOptions });

/** Upcoming calls, soonest first. */
export const useUpcomingCalls = () =>
  useQuery<Booking[]>({ queryKey: upcomingKey, ...freshOptions });

/** Calls of a lead, newest first. */
export const useLeadBookings = (id: string) =>
  useQuery<Booking[]>({ queryKey: [...leadsKey, id, 'bookings'], staleTime: 0, gcTime: 0 });

/** Saves the availability. */
export function useSaveCallHours() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hours: CallHours) =>
      request<CallHours>(hoursKey.join('/'), { method: 'PUT', body: hours }),
    onSuccess: (saved) => client.setQueryData(hoursKey, saved),
  });
}

/** Cancels a call, or marks the visitor as a no-show. */
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

/** Confirms that the lead booked the call. Returns the call and the lead's new status. */
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
