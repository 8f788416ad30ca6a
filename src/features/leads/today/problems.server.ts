import { getOwnerMailDisabledReason } from '../../../foundation/outbox/mailer.server';
import { listDeliveryProblems } from '../../../foundation/outbox/receipts.server';
import type { LeadRoutesContext } from '../routes-context.server';
import type { Problem } from './overview';
import { describeSilence, findSilence } from './silence.server';

type ProblemContext = Pick<LeadRoutesContext, 'db' | 'environment' | 'hooks'>;

const mailSettings = '/admin/settings#mail';

/** Texts for each kind of delivery: its name and the fix. The first matching pattern counts. */
const channels = [
  {
    pattern: /webhook/,
    title: 'A webhook is failing',
    fix: 'Look into the webhook’s log, correct its address, and send again.',
    fixPath: '/admin?tab=webhooks',
  },
  {
    pattern: /^(google|meta|linkedin)-/,
    title: 'An ad platform does not take your leads',
    fix: 'Check the platform’s ID and key in the settings, and send again.',
    fixPath: '/admin/settings#tracking',
  },
  {
    pattern: /^payment-cancellation/,
    title: 'Stripe does not cancel a payment',
    fix: 'Test the connection to Stripe in the settings, and send again.',
    fixPath: '/admin/settings#payments',
  },
  {
    pattern: /./,
    title: 'Email is failing',
    fix: 'Send a test email from the settings: it says what to change. What is waiting is sent by itself, and what has failed with “Send again”.',
    fixPath: mailSettings,
  },
] as const;

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
      delivery: null,
    },
  ];
}

async function listFailingDeliveries({ db }: ProblemContext): Promise<Problem[]> {
  const problems = await listDeliveryProblems(db);
  return problems.flatMap(({ deliveryId, kind, ...rest }) => {
    const channel = channels.find(({ pattern }) => pattern.test(kind));
    if (!channel) return [];
    const { title, fix, fixPath } = channel;
    return [
      {
        ...rest,
        kind: 'delivery' as const,
        title,
        fix,
        fixPath,
        delivery: { id: deliveryId, kind },
      },
    ];
  });
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
      delivery: null,
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
      delivery: null,
    },
  ];
}

/** Lists the current problems with their fixes. */
export async function listProblems(context: ProblemContext): Promise<Problem[]> {
  const lists = await Promise.all([
    listMailProblems(context),
    listFailingDeliveries(context),
    listPaymentProblems(context),
    listSilence(context),
  ]);
  return lists.flat();
}
