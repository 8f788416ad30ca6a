import { defaultCallHours } from '../../../features/scheduling/call-hours';
import type { OperationExamples } from '../complete-openapi-document.server';
import { createdAt, exampleLead, id, otherId } from './example-values.server';

const start = '2026-03-10T15:00:00.000Z';
const end = '2026-03-10T15:30:00.000Z';

const visitorBooking = {
  id,
  status: 'booked',
  start,
  end,
  timeZone: 'America/New_York',
  email: exampleLead.email,
  place: defaultCallHours.place,
  heldUntil: null,
  mailed: true,
  calendarFile: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
};

/** A call that was booked on the site. */
export const exampleBooking = {
  id,
  leadId: otherId,
  source: 'site',
  status: 'booked',
  verified: true,
  start,
  timeZone: 'America/New_York',
  name: exampleLead.contactName,
  email: exampleLead.email,
  company: exampleLead.companyName,
  phone: exampleLead.phone,
  meetingUrl: 'https://meet.example/crew',
  ownMeetingUrl: null,
  heldUntil: null,
  result: null,
  attribution: null,
  personConfirmed: true,
  createdAt,
  updatedAt: createdAt,
};

const bookingToken = 'ZkV2cU9rQ3h6b1lUd0hKcA';

const slotTakenError = {
  message: 'This time has just been taken.',
  code: 'conflict',
  alternatives: ['2026-03-10T15:30:00.000Z', '2026-03-10T16:00:00.000Z'],
};

const { timeZone: _, ...exampleHours } = defaultCallHours;

/** Examples of the operations on calls and availability. */
export const schedulingExamples: Record<string, OperationExamples> = {
  listLeadBookings: { response: [exampleBooking] },
  undoBookingChange: { response: exampleBooking },
  listFreeSlots: { response: { timeZone: 'America/New_York', slots: [start] } },
  createBooking: {
    request: {
      name: exampleLead.contactName,
      email: exampleLead.email,
      company: exampleLead.companyName,
      start,
      timeZone: 'America/New_York',
    },
    response: { ...visitorBooking, token: bookingToken },
    conflict: slotTakenError,
  },
  findBooking: {
    request: { token: bookingToken },
    response: { ...visitorBooking, wasHeld: false },
  },
  rescheduleBooking: {
    request: { token: bookingToken, start, timeZone: 'America/New_York' },
    response: visitorBooking,
    conflict: slotTakenError,
  },
  cancelBooking: {
    request: { token: bookingToken },
    response: { ...visitorBooking, status: 'canceled' },
  },
  reportBooking: { request: { provider: 'cal', externalId: 'bFJeNb2uX8ANpT3JL5EfXw', start } },
  getCallHours: { response: defaultCallHours },
  saveCallHours: { request: exampleHours, response: defaultCallHours },
  listUpcomingBookings: { response: [exampleBooking] },
  bookCallForLead: {
    request: { start, message: 'Good talking to you just now.' },
    response: exampleBooking,
    conflict: slotTakenError,
  },
  rejectPerson: { response: exampleBooking },
  confirmPerson: { response: { ...exampleBooking, leadStatus: 'discovery_call' } },
  updateBooking: {
    request: { status: 'canceled' },
    response: { ...exampleBooking, status: 'canceled' },
    conflict: slotTakenError,
  },
  cancelBookings: {
    request: { ids: [id], message: 'We are closed that day.' },
    response: [{ ...exampleBooking, status: 'canceled' }],
  },
  logCallResult: {
    request: {
      result: 'took_place',
      note: 'Wants two people by May.',
      nextStep: { text: 'Send the proposal', dueAt: '2026-03-11T15:00:00.000Z' },
    },
    response: { ...exampleBooking, result: 'took_place' },
  },
  removeCallResult: { response: exampleBooking },
};
