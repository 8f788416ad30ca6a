import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { getOwnerMailDisabledReason } from '../../foundation/outbox/mailer.server';
import {
  type DeliveryProblem,
  listDeliveryProblems,
} from '../../foundation/outbox/receipts.server';
import { enqueueOnce } from '../../foundation/outbox/store.server';
import { formatCount } from '../../lib/format-number';
import { DAY, getTimeAgo } from '../../lib/time/durations';
import { formatDayAndTime } from '../../lib/time/format-date';
import type { LeadRoutesContext } from '../hooks.server';
import { selectVisibleLeads } from '../search/filter.server';
import type { Problem } from './overview-contract';

declare module '../../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    /** No lead has arrived for longer than the owner expects. */
    'no-leads-alert': Silence;
  }
}

/** A time without any lead. */
export interface Silence {
  /** When the last lead arrived, as ISO 8601. */
  lastAt: string;
  /** Whole days since then. */
  days: number;
}

/**
 * Finds a period of days without any lead except spam; undefined if there is none, or if the site
 * never had a lead.
 * @param alarmDays 0 for never
 */
async function findSilence(db: Database, alarmDays: number): Promise<Silence | undefined> {
  if (alarmDays === 0) return undefined;
  const last = await selectVisibleLeads(db)
    .select('createdAt')
    .where('suspect', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.createdAt > getTimeAgo(alarmDays * DAY)) return undefined;
  const days = Math.floor((Date.now() - Date.parse(last.createdAt)) / DAY);
  return { lastAt: last.createdAt, days };
}

/** Describes a silence to the owner. */
export const describeSilence = ({ days }: Silence) => ({
  title: `No lead for ${formatCount(days, 'day')}`,
  message: 'This may be chance, or the form may no longer work.',
  fix: 'Send a test inquiry: it checks the form, the store, email and webhooks.',
});

/** Stores the alarm about a silence. Each silence is reported once. @returns whether it is new */
export async function reportSilence(db: Database, alarmDays: number): Promise<boolean> {
  const silence = await findSilence(db, alarmDays);
  if (!silence) return false;
  return runInTransaction(db, (transaction) =>
    enqueueOnce(
      transaction,
      'no-leads-alert',
      silence,
      `leads-silent-${Date.parse(silence.lastAt)}`,
    ),
  );
}

type ProblemContext = Pick<LeadRoutesContext, 'db' | 'environment' | 'hooks'>;

const mailSettings = '/admin/settings#mail';

/** The fields of a problem that only some have. */
const noDetails = { fixPath: null, count: 1, since: null, summary: null, delivery: null };

/** Counts what is not delivered: "2 leads", "2 emails to you, 1 to a visitor". */
function formatFailing({ failure: { noun }, count, visitorCount }: DeliveryProblem): string {
  if (noun !== 'email') return formatCount(count, noun);
  const visitors = visitorCount === 1 ? 'a visitor' : 'visitors';
  const toOwner = count - visitorCount;
  if (toOwner === 0) return `${formatCount(visitorCount, 'email')} to ${visitors}`;
  const owner = `${formatCount(toOwner, 'email')} to you`;
  return visitorCount === 0 ? owner : `${owner}, ${visitorCount} to ${visitors}`;
}

function listMailProblems({ environment }: ProblemContext): Problem[] {
  const reason = getOwnerMailDisabledReason(environment);
  if (reason === undefined) return [];
  const fix = environment.SMTP_URL
    ? 'Enter who is told about new leads. Until then they appear only here.'
    : 'Enter your mail server. Until then nobody is told about new leads: they appear only here.';
  const problem = { title: 'Email is turned off', message: reason, fix, fixPath: mailSettings };
  return [{ ...noDetails, kind: 'mail-off', ...problem }];
}

/** Lists the deliveries that fail, each kind of failure with the newest error. */
async function listFailingDeliveries({ db }: ProblemContext): Promise<Problem[]> {
  const problems = await listDeliveryProblems(db);
  return problems.map((problem) => {
    const { title, fix, fixPath } = problem.failure;
    const { id, kind, message } = problem.newest;
    return {
      kind: 'delivery',
      title,
      summary: formatFailing(problem),
      message,
      fix,
      fixPath,
      count: problem.count,
      since: problem.since,
      delivery: { id, kind },
    };
  });
}

async function listMissingCallLinks({
  db,
  environment,
  hooks,
}: ProblemContext): Promise<Problem[]> {
  const calls = await hooks.overview.listCallsWithoutLink(db, environment);
  const [first] = calls;
  if (!first?.start) return [];
  const person = [first.name, first.company].filter(Boolean).join(', ');
  const time = formatDayAndTime(new Date(first.start), environment.owner.timeZone);
  return [
    {
      ...noDetails,
      kind: 'call-link',
      title: calls.length === 1 ? 'A call has no link' : `${calls.length} calls have no link`,
      message: `${calls.length === 1 ? '' : 'The next one: '}${person}, ${time}. You promised a link before the call.`,
      fix: 'Add a link to the call, or one for all calls under Settings, Calls.',
      fixPath: first.leadId ? `/admin/leads/${first.leadId}` : '/admin/settings#calls',
      count: calls.length,
    },
  ];
}

async function listPaymentProblems({ db, hooks }: ProblemContext): Promise<Problem[]> {
  const { count, since, leadId } = await hooks.overview.countPaymentProblems(db);
  if (count === 0) return [];
  return [
    {
      ...noDetails,
      kind: 'payments',
      title: count === 1 ? 'A payment failed' : `${count} payments failed`,
      message: 'The card was declined, and nothing was paid since.',
      fix: 'Call or write to them: another card may work, or an invoice.',
      fixPath: leadId && `/admin/leads/${leadId}`,
      count,
      since,
    },
  ];
}

async function listSilence({ db, environment }: ProblemContext): Promise<Problem[]> {
  const silence = await findSilence(db, environment.owner.silenceAlarmDays);
  if (!silence) return [];
  const { days: count, lastAt: since } = silence;
  return [{ ...noDetails, kind: 'silence', ...describeSilence(silence), count, since }];
}

/** Lists the current problems with their fixes. */
export async function listProblems(context: ProblemContext): Promise<Problem[]> {
  const lists = await Promise.all([
    listMailProblems(context),
    listFailingDeliveries(context),
    listMissingCallLinks(context),
    listPaymentProblems(context),
    listSilence(context),
  ]);
  return lists.flat();
}
