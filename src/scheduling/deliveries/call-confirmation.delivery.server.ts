import { defineVisitorMail, type MailDraft } from '../../foundation/outbox/define-mail.server';
import type { DeliveryContext, OutboxEvents } from '../../foundation/outbox/delivery.server';
import type { MailBlock } from '../../foundation/outbox/mail-content.server';
import { reserveVisitorMail } from '../../foundation/outbox/mail-limits.server';
import { createPlanBlocks } from '../../leads/confirmation-mail.server';
import { parsePlan } from '../../leads/lead-plan';
import { formatDayAndTime } from '../../lib/time/format-date';
import { createCalendarFile } from '../calendar-file.server';
import { buildManageUrl } from '../call';
import {
  createCallActions,
  createWhenBlock,
  findCallAtSequence,
  getCallMailDelayMs,
  getMeetingUrl,
  replaceByLaterChange,
} from '../call-mail.server';
import { issueToken } from '../call-tokens.server';
import { readCallHours } from '../hours/call-hours-store.server';
import type { CallChange, StoredCall } from '../table.server';

type CallChanged = OutboxEvents['call-changed'];

const titles = {
  booked: 'Your discovery call is booked',
  rescheduled: 'Your discovery call has moved',
  canceled: 'Your discovery call is canceled',
  link_changed: 'Your discovery call has a new link',
};

const linkRemovedTitle = 'The link for your discovery call was removed';

const formatTitle = (change: CallChange, meetingUrl: string | null): string =>
  change === 'link_changed' && meetingUrl === null ? linkRemovedTitle : titles[change];

interface CallMail {
  startAt: string;
  timeZone: string;
  place: string;
  manageUrl: string;
}

/** Creates the parts about a call that takes place. */
function createBookedBlocks(
  call: StoredCall,
  { startAt, timeZone, place, manageUrl }: CallMail,
  { environment }: Pick<DeliveryContext, 'environment'>,
): MailBlock[] {
  const { SITE_NAME, owner } = environment;
  const meetingUrl = getMeetingUrl(call, environment);
  return [
    createWhenBlock(startAt, timeZone),
    createCallActions(meetingUrl, manageUrl),
    {
      kind: 'facts',
      rows: [
        {
          label: 'With',
          text: owner.contactPerson ? `${owner.contactPerson}, ${SITE_NAME}` : SITE_NAME,
        },
        ...(meetingUrl ? [] : [{ label: 'Where', text: place }]),
      ],
    },
    'Plans change. You can move or cancel the call without an account, and need no reason.',
  ];
}

async function createContent(
  { change, message, previousStart }: CallChanged,
  call: StoredCall,
  mail: CallMail,
  { environment, siteOffer }: Pick<DeliveryContext, 'environment' | 'siteOffer'>,
): Promise<MailDraft['content']> {
  const { SITE_NAME, SITE_URL } = environment;
  const { startAt, timeZone } = mail;
  const time = formatDayAndTime(new Date(startAt), timeZone);
  const opening: MailBlock[] = [
    ...(message ? [{ kind: 'personal' as const, text: message, by: SITE_NAME }] : []),
    ...(previousStart ? [createWhenBlock(previousStart, timeZone, { isOld: true })] : []),
    ...(change === 'link_changed' ? ['The time stays the same.'] : []),
  ];
  const blocks: MailBlock[] =
    change === 'canceled'
      ? [
          createWhenBlock(startAt, timeZone, {
            isOld: true,
            note: '. This call will not take place.',
          }),
          { kind: 'actions', links: [{ label: 'Pick a new time', url: `${SITE_URL}/schedule` }] },
        ]
      : createBookedBlocks(call, mail, { environment });
  const plan = change === 'booked' ? parsePlan(call.plan) : null;
  return {
    title: formatTitle(change, getMeetingUrl(call, environment)),
    preheader: message ? `From ${SITE_NAME}: ${message}` : `${time}. A calendar file is attached.`,
    blocks: [...opening, ...blocks, ...(await createPlanBlocks(plan, siteOffer))],
  };
}

/**
 * Notifies the visitor that a call is booked or changed, with a calendar file. Like the
 * lead confirmation, the email contains no typed text, because anyone can enter anyone's address.
 */
export default defineVisitorMail({
  kind: 'call-confirmation',
  label: 'Call confirmation to the contact',
  on: 'call-changed',
  appliesTo: ({ byProvider }) => !byProvider,
  getDelayMs: getCallMailDelayMs,
  async write(payload, context) {
    const { bookingId, sequence, change, byOwner } = payload;
    const { db, environment } = context;
    const call = await findCallAtSequence(db, bookingId, sequence);
    if (!call?.email || call.startAt === null) return replaceByLaterChange(db, bookingId);
    const notSent = byOwner ? undefined : await reserveVisitorMail(context, call.email, 'calls');
    if (notSent) return notSent;
    const { startAt } = call;
    const meetingUrl = getMeetingUrl(call, environment);
    const timeZone = call.timeZone ?? environment.owner.timeZone;
    // A canceled call can't be changed.
    const token = change === 'canceled' ? '' : await issueToken(db, bookingId, true);
    const manageUrl = environment.SITE_URL + buildManageUrl(token);
    const { place } = await readCallHours(db);
    const method = change === 'canceled' ? 'CANCEL' : 'REQUEST';
    return {
      to: call.email,
      subject: `${formatTitle(change, meetingUrl)}: ${formatDayAndTime(new Date(startAt), timeZone)}`,
      content: await createContent(payload, call, { startAt, timeZone, place, manageUrl }, context),
      calendar: {
        method,
        content: await createCalendarFile(call, environment, {
          method,
          place: meetingUrl ?? place,
          manageUrl,
        }),
      },
    };
  },
});
