import { getOwnerMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { listDeliveryProblems } from '../../foundation/outbox/receipts.server';
import { formatDayAndTime } from '../../lib/format-date';
import { formatCount } from '../../lib/format-number';
import type { LeadRoutesContext } from '../routes-context.server';
import type { Problem } from './overview-contract';
import { describeSilence, findSilence } from './silence.server';

type ProblemContext = Pick<LeadRoutesContext, 'db' | 'environment' | 'hooks'>;

const mailSettings = '/admin/settings#mail';

/** The fields of a problem that only those with deliveries fill in. */
const noDelivery = { summary: null, delivery: null };

type Failing = Awaited<ReturnType<typeof listDeliveryProblems>>;

const countAll = (failing: Failing) => failing.reduce((sum, { count }) => sum + count, 0);

/** Counts the emails that are not delivered: "2 emails to you, 1 to a visitor". */
function formatMailCounts(failing: Failing): string {
  const toVisitors = countAll(failing.filter(({ kind }) => /-(confirmation|reminder)$/.test(kind)));
  const toOwner = countAll(failing) - toVisitors;
  const visitors = toVisitors === 1 ? 'a visitor' : 'visitors';
  if (toOwner === 0) return `${formatCount(toVisitors, 'email')} to ${visitors}`;
  const owner = `${formatCount(toOwner, 'email')} to you`;
  return toVisitors === 0 ? owner : `${owner}, ${toVisitors} to ${visitors}`;
}

const platformTexts = {
  fix: 'Check the platform’s ID and key in the settings, and send again.',
  fixPath: '/admin/settings#tracking',
  formatCounts: (failing: Failing) => formatCount(countAll(failing), 'lead'),
};

/** Texts for each kind of delivery: its name and the fix. The first matching pattern counts. */
const channels = [
  {
    pattern: /webhook/,
    title: 'A webhook is failing',
    fix: 'Look into the webhook’s log, correct its address, and send again.',
    fixPath: '/admin?tab=webhooks',
    formatCounts: (failing: Failing) => formatCount(countAll(failing), 'message'),
  },
  {
    pattern: /^google-/,
    title: 'Google Analytics does not take your leads',
    ...platformTexts,
  },
  {
    pattern: /^meta-/,
    title: 'Meta does not take your leads',
    ...platformTexts,
  },
  {
    pattern: /^payment-cancellation/,
    title: 'Stripe does not cancel a payment',
    fix: 'Test the connection to Stripe in the settings, and send again.',
    fixPath: '/admin/settings#payments',
    formatCounts: (failing: Failing) => formatCount(countAll(failing), 'payment'),
  },
  {
    pattern: /./,
    title: 'Email is failing',
    fix: 'Send a test email from the settings: it says what to change. What is waiting is sent by itself, and what has failed with “Send again”.',
    fixPath: mailSettings,
    formatCounts: formatMailCounts,
  },
];

const findChannel = (kind: string) => channels.find(({ pattern }) => pattern.test(kind));

function listMailProblems({ environment }: ProblemContext): Problem[] {
  const reason = getOwnerMailDisabledReason(environment);
  if (reason === undefined) return [];
  const fix = environment.SMTP_URL
    ? 'Enter who is told about new leads. Until then they appear only here.'
    : 'Enter your mail server. Until then nobody is told about new leads: they appear only here.';
  return [
    {
      kind: 'mail-off',
      title: 'Email is turned off',
      message: reason,
      fix,
      fixPath: mailSettings,
      count: 1,
      since: null,
      ...noDelivery,
    },
  ];
}

/** Lists the channels that fail, each with the newest error. */
async function listFailingDeliveries({ db }: ProblemContext): Promise<Problem[]> {
  const failing = await listDeliveryProblems(db);
  return channels.flatMap(({ title, fix, fixPath, formatCounts }) => {
    const own = failing.filter(({ kind }) => findChannel(kind)?.title === title);
    const [newest] = own;
    if (!newest) return [];
    const { deliveryId, kind, message } = newest;
    return [
      {
        kind: 'delivery' as const,
        title,
        summary: formatCounts(own),
        message,
        fix,
        fixPath,
        count: countAll(own),
        since: own.map(({ since }) => since).sort()[0] ?? null,
        delivery: { id: deliveryId, kind },
      },
    ];
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
      kind: 'call-link',
      title: calls.length === 1 ? 'A call has no link' : `${calls.length} calls have no link`,
      message: `${calls.length === 1 ? '' : 'The next one: '}${person}, ${time}. You promised a link before the call.`,
      fix: 'Add a link to the call, or one for all calls under Settings, Calls.',
      fixPath: first.leadId ? `/admin/leads/${first.leadId}` : '/admin/settings#calls',
      count: calls.length,
      since: null,
      ...noDelivery,
    },
  ];
}

async function listPaymentProblems({ db, hooks }: ProblemContext): Promise<Problem[]> {
  const { count, since, leadId } = await hooks.overview.countPaymentProblems(db);
  if (count === 0) return [];
  return [
    {
      kind: 'payments',
      title: count === 1 ? 'A payment failed' : `${count} payments failed`,
      message: 'The card was declined, and nothing was paid since.',
      fix: 'Call or write to them: another card may work, or an invoice.',
      fixPath: leadId && `/admin/leads/${leadId}`,
      count,
      since,
      ...noDelivery,
    },
  ];
}

async function listSilence({ db, environment }: ProblemContext): Promise<Problem[]> {
  const silence = await findSilence(db, environment.owner.silenceAlarmDays);
  if (!silence) return [];
  return [
    {
      kind: 'silence',
      ...describeSilence(silence),
      fixPath: null,
      count: silence.days,
      since: silence.lastAt,
      ...noDelivery,
    },
  ];
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
