import type { Environment } from '../../foundation/environment/environment.server';
import { defineOwnerMail, type MailDraft } from '../../foundation/outbox/define-mail.server';
import type { MailBlock, MailListItem } from '../../foundation/outbox/mail-content.server';
import { formatCount } from '../../lib/format-number';
import { z } from '../../lib/schema';
import { formatTime, getDateFormat } from '../../lib/time/format-date';
import type { LeadRoutesContext } from '../hooks.server';
import { findToday } from '../today/day-bounds.server';
import { countWaiting, listFollowUps, listWaiting } from '../today/overview.server';
import { buildLeadUrl } from '../webhook-message.server';

/** Maximum number of lines in a section of the email, which then states how many are left out. */
const maxLines = 20;

/** The fields of a call that the email shows. The hook's own schema has all of them. */
const call = z.array(
  z.object({
    leadId: z.nullable(z.string()),
    start: z.nullable(z.string()),
    name: z.nullable(z.string()),
    company: z.nullable(z.string()),
  }),
);

/** Reads what the owner has to do within a number of days, from today on. */
async function readAgenda(
  { db, environment, hooks }: Pick<LeadRoutesContext, 'db' | 'environment' | 'hooks'>,
  days: number,
) {
  const period = await findToday(environment.owner.timeZone, days);
  const [waiting, { waiting: waitingCount }, followUps, calls] = await Promise.all([
    listWaiting(db),
    countWaiting(db),
    listFollowUps(db, period.end),
    hooks.overview.callsToday.list(db, period, environment),
  ]);
  return { waiting, waitingCount, followUps, calls: call.parse(calls) };
}

/** Formats a section of the email; nothing for an empty one. */
function formatPart(
  title: string,
  items: readonly MailListItem[],
  count = items.length,
): MailBlock[] {
  if (count === 0) return [];
  const listed = items.slice(0, maxLines);
  const rest = count > listed.length ? [{ text: `and ${count - listed.length} more` }] : [];
  return [{ kind: 'list', title, items: [...listed, ...rest] }];
}

/** Formats the email: waiting leads, follow-ups and calls, in the owner's time zone. */
function formatAgenda(
  { waiting, waitingCount, followUps, calls }: Awaited<ReturnType<typeof readAgenda>>,
  environment: Environment,
): MailDraft {
  const { SITE_URL, owner } = environment;
  const formatAt = (iso: string) => {
    const at = new Date(iso);
    const format = getDateFormat(
      { weekday: 'short', month: 'short', day: 'numeric' },
      owner.timeZone,
    );
    return `${format.format(at)}, ${formatTime(at, owner.timeZone)}`;
  };
  const findUrl = (leadId: string | null) =>
    leadId === null ? undefined : buildLeadUrl(environment, leadId);
  const counts = [
    ...(waitingCount > 0 ? [formatCount(waitingCount, 'lead waiting', 'leads waiting')] : []),
    ...(followUps.length > 0 ? [formatCount(followUps.length, 'follow-up')] : []),
    ...(calls.length > 0 ? [formatCount(calls.length, 'call')] : []),
  ].join(', ');
  return {
    subject: `Today: ${counts}`,
    content: {
      title: 'Good morning',
      preheader: counts,
      blocks: [
        ...formatPart(
          'Waiting for a first answer',
          waiting.map(({ leadId, companyName, contactName, phone, createdAt }) => ({
            text: companyName,
            note: `, ${contactName}${phone ? `, ${phone}` : ''}, waiting since ${formatAt(createdAt)}`,
            url: findUrl(leadId),
          })),
          waitingCount,
        ),
        ...formatPart(
          'Follow-ups',
          followUps.map(({ leadId, companyName, contactName, text, dueAt }) => ({
            text,
            note: `: ${companyName}, ${contactName}, due ${formatAt(dueAt)}`,
            url: findUrl(leadId),
          })),
        ),
        ...formatPart(
          'Calls',
          calls.map(({ leadId, start, name, company }) => ({
            text: [name, company].filter(Boolean).join(', '),
            note: start === null ? '' : `, ${formatAt(start)}`,
            url: findUrl(leadId),
          })),
        ),
        { kind: 'actions', links: [{ label: 'Open the overview', url: `${SITE_URL}/admin` }] },
      ],
    },
  };
}

/** Emails the owner the day's waiting leads, follow-ups and calls. */
export default defineOwnerMail({
  kind: 'morning-mail',
  label: 'Morning email',
  on: 'digest-due',
  about: 'the day’s leads and calls',
  async write({ days }, { db, environment, leadHooks }) {
    const agenda = await readAgenda({ db, environment, hooks: leadHooks }, days);
    const count = agenda.waitingCount + agenda.followUps.length + agenda.calls.length;
    return count === 0 ? { notSent: 'there was nothing to do' } : formatAgenda(agenda, environment);
  },
});
