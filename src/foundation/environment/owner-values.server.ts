import { defaultLocale, defaultTimeZone } from '../../lib/region';
import type { OwnerSettings } from './contract';
import { defaultReplyTemplates, type ReplyTemplate } from './reply-templates';

/** The owner's settings that have no environment variable, with their defaults. */
export interface OwnerValues {
  logo: string | null;
  favicon: string | null;
  timeZone: string;
  locale: string;
  /** Prefix of an amount in dollars, such as "US$". Without it, "$". */
  currencySign?: string;
  /** Whether the owner chose the name. */
  hasBusinessName: boolean;
  /** Whether the owner chose the address that visitors see. */
  hasSupportEmail: boolean;
  phone: string | null;
  postalAddress: string | null;
  socialLinks: readonly string[];
  /** The sender of emails. */
  sender: { name: string; address: string };
  /** The meeting link of calls that have none of their own. */
  meetingUrl: string | null;
  /** Whether visitors are reminded of their calls. */
  reminders: { day: boolean; hour: boolean };
  /** Whether new card payments may be started. */
  takePayments: boolean;
  /** Lead values in dollars by the package's id, and `none`; null for the default values. */
  leadValues: Readonly<Record<string, number>> | null;
  /** Months after the last activity until a closed lead is deleted. */
  leadRetentionMonths: number;
  /** Days without a lead after which the owner is warned; 0 for never. */
  silenceAlarmDays: number;
  /** Whether the owner gets an email with the day's work in the morning. */
  morningMail: boolean;
  /** Whether single keys are shortcuts in the admin area. */
  keyboardShortcuts: boolean;
  replyTemplates: readonly ReplyTemplate[];
}

/**
 * Returns what a locale writes before an amount in dollars: "$", "US$" or "USD ". Undefined for the
 * default locale, where `Intl.NumberFormat` would delay each start by 20 ms.
 */
function getCurrencySign(locale: string): string | undefined {
  if (locale === defaultLocale) return undefined;
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).formatToParts(
    1,
  );
  const signParts = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'integer'),
  );
  return signParts.map(({ value }) => value).join('');
}

/** @param site the name and the address that emails come from by default */
export const getOwnerValues = (
  settings: OwnerSettings,
  site: { SITE_NAME: string; SUPPORT_EMAIL: string },
): OwnerValues => ({
  logo: settings.logo,
  favicon: settings.favicon,
  timeZone: settings.timeZone ?? defaultTimeZone,
  locale: settings.locale ?? defaultLocale,
  currencySign: getCurrencySign(settings.locale ?? defaultLocale),
  hasBusinessName: settings.businessName !== null,
  hasSupportEmail: settings.supportEmail !== null,
  phone: settings.phone,
  postalAddress: settings.postalAddress,
  socialLinks: settings.socialLinks,
  sender: {
    name: settings.senderName ?? site.SITE_NAME,
    address: settings.senderEmail ?? site.SUPPORT_EMAIL,
  },
  meetingUrl: settings.meetingUrl,
  reminders: {
    day: settings.remindDayBefore ?? true,
    hour: settings.remindHourBefore ?? true,
  },
  takePayments: settings.takePayments ?? true,
  leadValues: settings.leadValues,
  leadRetentionMonths: settings.leadRetentionMonths ?? 24,
  silenceAlarmDays: settings.silenceAlarmDays ?? 14,
  morningMail: settings.morningMail ?? true,
  keyboardShortcuts: settings.keyboardShortcuts ?? true,
  replyTemplates: settings.replyTemplates ?? defaultReplyTemplates,
});
