import { formatCount, formatMoney } from '../../lib/format-number';
import { formatRecentDateTime } from '../../lib/time/format-date';
import {
  closedStatuses,
  type Lead,
  type LeadStatus,
  type ListedLead,
  leadStatuses,
  type SpamReason,
} from '../contract';
import type { LeadImport } from '../csv/import-contract';
import type { LeadDelivery } from '../detail-contract';
import { industryLabels } from '../inquiry/lead-form-options';

/** Builds a link that opens the owner's messages. */
export const buildTextLink = (phone: string): string => `sms:${phone.replace(/[^\d+]/g, '')}`;

/** Builds a link that opens the owner's mail program, with a subject and a text if given. */
export function buildMailLink(email: string, message?: { subject: string; body: string }): string {
  const address = encodeURIComponent(email).replace('%40', '@');
  if (!message) return `mailto:${address}`;
  const body = message.body.replace(/\r?\n/g, '\r\n');
  return `mailto:${address}?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(body)}`;
}

/** Formats an industry as the form names it. */
export const formatIndustry = (value: string): string => industryLabels[value] ?? value;

/** Texts for the reasons why a lead looks like spam. */
export const spamReasonLabels: Record<SpamReason, string> = {
  'hidden-field': 'a hidden field was filled in',
  'too-fast': 'it was sent faster than a person types',
  'too-many': 'many inquiries came from the same address within minutes',
  text: 'the text reads like advertising',
  'by-hand': 'you marked it',
};

/** Names the file of an import, which an earlier release did not store. */
export const formatFileName = ({ fileName }: Pick<LeadImport, 'fileName'>): string =>
  fileName ?? 'CSV file';

/** Formats what a lead is worth in dollars; null without a package that has a price. */
export const formatValue = (value: number | null): string =>
  value === null ? 'No value yet' : formatMoney(value);

/** Formats the sum of the known values of a number of leads. */
export const formatValueSum = (count: number, sum: number): string =>
  formatValue(count > 0 && sum === 0 ? null : sum);

/** Returns what is planned for a lead: its next step, otherwise its call. */
export const findPlanned = ({
  nextStep,
  nextCallAt,
}: Pick<ListedLead, 'nextStep' | 'nextCallAt'>) =>
  nextStep ?? (nextCallAt === null ? null : { text: 'Discovery call', dueAt: nextCallAt });

/** Whether a lead still needs work. */
export const isOpenLead = ({ status }: Pick<Lead, 'status'>): boolean =>
  !closedStatuses.includes(status);

/** Whether the owner may contact a lead: neither deleted nor spam. */
export const isReachable = ({ deletedAt, suspect }: Pick<Lead, 'deletedAt' | 'suspect'>): boolean =>
  deletedAt === null && suspect === null;

/** Names a delivery: what it is, or the webhook that it goes to, "Front desk sheet, new lead". */
export const formatChannel = ({ label, target, targetName }: LeadDelivery): string =>
  target === null ? label : `${targetName ?? 'Deleted webhook'}, ${label}`;

/** Returns whether the owner can repeat a delivery: it was tried without success, or is off. */
export const canRepeat = ({ status, attempts }: LeadDelivery): boolean =>
  status === 'failed' || status === 'off' || (status === 'pending' && attempts > 0);

/** Formats the status of a delivery. */
export function formatDeliveryOutcome(delivery: LeadDelivery, now?: Date): string {
  const { status, attempts, lastError, sentAt } = delivery;
  const reason = lastError ? `: ${lastError}` : '';
  switch (status) {
    case 'sent':
      return sentAt ? `sent ${formatRecentDateTime(sentAt, now)}` : 'sent';
    case 'off':
      // Earlier releases stored no reason, because only email could be turned off.
      return lastError === null || lastError.startsWith('Mail is off')
        ? 'not sent (email is turned off)'
        : `not sent${reason}`;
    case 'failed':
      return `not sent after ${formatCount(attempts, 'attempt')}${reason}`;
    case 'pending':
      return attempts === 0
        ? `waiting to be sent${reason}`
        : `not sent yet, ${formatCount(attempts, 'attempt')} so far${reason}`;
  }
}

/** Returns shortcuts that run an action with the status of a digit key: 1 to 6, in their order. */
export const mapStatusKeys = (run: (status: LeadStatus, index: number) => void) =>
  Object.fromEntries(leadStatuses.map((status, index) => [index + 1, () => run(status, index)]));
