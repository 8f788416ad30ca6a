import type { Environment } from '../../foundation/environment/environment.server';
import { defineOwnerMail, type MailDraft } from '../../foundation/outbox/define-mail.server';
import { reserveOwnerMail } from '../../foundation/outbox/mail-limits.server';
import type { Lead } from '../../leads/contract';
import { createLeadActions, createPlanFacts } from '../../leads/lead-mail.server';
import { parsePlan } from '../../leads/lead-plan';
import { findLead } from '../../leads/table.server';
import { formatDayAndTime, formatTime, getZoneName } from '../../lib/time/format-date';
import { createCalendarFile } from '../calendar-file.server';
import {
  changeLabels,
  createWhenBlock,
  findCallAtSequence,
  getCallMailDelayMs,
  getMeetingUrl,
  replaceByLaterChange,
  replacedByLaterChange,
} from '../call-mail.server';
import { formatCallTime } from '../format-call-time';
import { readCallHours } from '../hours/call-hours-store.server';
import type { CallChange, StoredCall } from '../table.server';

const verbs = {
  booked: 'booked',
  rescheduled: 'moved',
  canceled: 'canceled',
  link_changed: 'changed the link for',
};

const unconfirmedNote =
  'Booked with a lead’s email, but not from their own link. Open the lead to confirm it’s them.';

interface CallMail {
  call: StoredCall;
  startAt: string;
  lead: Lead | undefined;
  timeZone: string;
  change: CallChange;
  byOwner: boolean;
}

/** Formats the visitor's time, if it differs: "For Olga: 8 am, Pacific Time". */
function formatTheirTime({ call, startAt, timeZone }: CallMail): string {
  if (!call.timeZone || call.timeZone === timeZone) return '';
  const time = formatTime(new Date(startAt), call.timeZone);
  return `. For ${call.name ?? 'them'}: ${time}, ${getZoneName(call.timeZone)}`;
}

function createContent(mail: CallMail, environment: Environment): MailDraft['content'] {
  const { call, startAt, lead, timeZone, change, byOwner } = mail;
  const meetingUrl = getMeetingUrl(call, environment);
  const who = call.name ?? call.company ?? call.email ?? 'Somebody';
  return {
    title: byOwner ? `You ${verbs[change]} a call with ${who}` : `${who} ${verbs[change]} a call`,
    preheader: [lead?.phone, call.company].filter(Boolean).join(', '),
    blocks: [
      createWhenBlock(startAt, timeZone, {
        isOld: change === 'canceled',
        note: formatTheirTime(mail),
      }),
      ...(call.personConfirmed ? [] : [unconfirmedNote]),
      ...(lead ? [createLeadActions(environment, lead)] : []),
      {
        kind: 'facts',
        rows: [
          ...(call.company ? [{ label: 'Company', text: call.company }] : []),
          ...(call.name ? [{ label: 'Contact', text: call.name }] : []),
          ...(call.email
            ? [{ label: 'Email', text: call.email, url: `mailto:${call.email}` }]
            : []),
          ...(meetingUrl ? [{ label: 'Link', text: meetingUrl, url: meetingUrl }] : []),
          ...(lead?.interestedPackage ? [{ label: 'Package', text: lead.interestedPackage }] : []),
        ],
      },
      // Of an unconfirmed person, the lead does not have it yet.
      ...createPlanFacts(environment, parsePlan(call.plan) ?? lead?.plan ?? null),
    ],
  };
}

/**
 * Notifies the owner of a call that was booked or changed, in the owner's time zone, with a calendar
 * file that has the phone number and the link.
 */
export default defineOwnerMail({
  kind: 'call-notification',
  label: 'Call notification',
  on: 'call-changed',
  about: 'calls',
  appliesTo: ({ byProvider }) => !byProvider,
  getDelayMs: getCallMailDelayMs,
  async summarize({ bookingId, sequence, change }, { db }) {
    const call = await findCallAtSequence(db, bookingId, sequence);
    if (!call || call.startAt === null) return replacedByLaterChange;
    const { timeZone } = await readCallHours(db);
    return `${changeLabels[change]}: ${call.company}, ${call.email}, ${formatCallTime(call.startAt, timeZone)}`;
  },
  async write({ leadId, bookingId, sequence, change, byOwner = false }, context) {
    const { db, environment } = context;
    const call = await findCallAtSequence(db, bookingId, sequence);
    if (!call?.email || call.startAt === null) return replaceByLaterChange(db, bookingId);
    const notSent = await reserveOwnerMail(context, call.startAt);
    if (notSent) return notSent;
    const { timeZone, place } = await readCallHours(db);
    const lead = await findLead(db, leadId);
    const { startAt } = call;
    const mail = { call, startAt, lead, timeZone, change, byOwner };
    const method = change === 'canceled' ? 'CANCEL' : 'REQUEST';
    return {
      replyTo: { name: call.name ?? '', address: call.email },
      subject: `${changeLabels[change]}: ${call.company}, ${formatDayAndTime(new Date(startAt), timeZone)}`,
      content: createContent(mail, environment),
      calendar: {
        method,
        content: await createCalendarFile(call, environment, {
          method,
          place: getMeetingUrl(call, environment) ?? place,
          owner: { emails: environment.NOTIFY_EMAIL ?? [], phone: lead?.phone ?? null },
        }),
      },
    };
  },
});
