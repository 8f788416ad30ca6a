import { defaultCostExamples } from '../../lib/cost-examples';
import { defaultLocale, defaultTimeZone } from '../../lib/region';
import {
  checkbox,
  optionalPictureUrl,
  optionalProse,
  optionalText,
  recordId,
  requiredProse,
  requiredText,
  textList,
  wholeNumber,
  z,
} from '../../lib/schema';
import { optionalTimeZone } from '../../lib/time/hours-schema';
import { defaultReplyTemplates } from './reply-templates';
import {
  emailAddress,
  httpUrl,
  isEmail,
  isHost,
  isHttpsUrl,
  limitEntries,
  nonEmptyText,
  optionalEmail,
  optionalMatch,
  optionalPattern,
  optionalUrl,
  requirePattern,
  requireUrl,
} from './setting-rules';

/** How the form edits a setting. `own`: with a component of its own, in `settings/admin/sections.tsx`. */
type SettingControl = 'text' | 'number' | 'url' | 'prose' | 'chips' | 'switch' | 'picture' | 'own';

/** A setting that the owner changes in the admin area. */
export interface SettingRow {
  /** Its name in the form, in the history and in messages. */
  label: string;
  hint?: string;
  /** Accepts null, or an empty list, for the default. */
  schema: z.core.$ZodType;
  /** Its default, unless that is the variable's or nothing. */
  default?: unknown;
  /** The environment variable that overrides it. */
  variable?: string;
  /** How the variable is parsed. Settings that share a variable have it once. */
  variableSchema?: z.core.$ZodType;
  /** Write-only, and stored encrypted. Its variable holds it. */
  isSecret?: true;
  /**
   * Whether an attacker could redirect emails, calls or money with it, or run a script in the pages.
   * Secrets are sensitive anyway.
   */
  isSensitive?: true;
  /** A line of text by default. */
  control?: SettingControl;
  /** Shown beside the setting before or after it, where there is room. */
  isHalfWidth?: true;
  /** The heading above it and the following settings with the same one. */
  group?: string;
}

type Rows = Record<string, SettingRow>;

/** How dates and money can be written. All write dollars as a sign, then "1,250.00". */
export const locales = ['en-US', 'en-CA', 'en-GB', 'en-AU', 'es-US', 'es-MX'] as const;

export type Locale = (typeof locales)[number];

const isLocale = (value: string): boolean => locales.some((locale) => locale === value);

/** Lead values in dollars, by the id of the package; `none` for a lead without a package. */
const leadValues = z
  .record(
    recordId,
    z
      .number()
      .check(z.minimum(0, 'Enter 0 or more'), z.maximum(1_000_000, 'Enter at most 1,000,000')),
  )
  .check(z.refine((values) => Object.keys(values).length <= 200, 'Too many packages'));

/** Maximum number of reply templates. */
export const maxReplyTemplates = 20;

const replyTemplates = z
  .array(
    z.object({
      name: requiredText(60, 'Enter the name of each template'),
      subject: requiredText(150, 'Enter a subject for each template'),
      body: requiredProse(5000, 'Enter a text for each template'),
    }),
  )
  .check(
    z.minLength(1, 'Keep at least one template'),
    z.maxLength(maxReplyTemplates, `Keep at most ${maxReplyTemplates} templates`),
  );

/** An id or a key, in the form and in its variable. */
const matching = (pattern: RegExp, message: string, variableMessage: string) => ({
  schema: optionalPattern(pattern, message),
  variableSchema: z.optional(requirePattern(pattern, variableMessage)),
});

/** An id of digits, of which the variable may have any number. */
const digits = (pattern: RegExp, message: string) =>
  ({
    schema: optionalPattern(pattern, message),
    variableSchema: z.optional(requirePattern(/^\d+$/, 'must be digits')),
    control: 'number',
    isHalfWidth: true,
  }) as const;

const onByDefault = {
  schema: z.nullable(checkbox()),
  default: true,
  control: 'switch',
} as const;

const business = {
  businessName: {
    label: 'Business name',
    schema: optionalText(60),
    variable: 'SITE_NAME',
    variableSchema: z._default(
      nonEmptyText.check(
        z.maxLength(60, 'must have at most 60 characters'),
        z.regex(/^\P{Cc}*$/u, 'must be one line of text'),
      ),
      'Crewbridge',
    ),
    control: 'own',
  },
  logo: {
    label: 'Logo',
    hint: 'Shown in the header and footer instead of the drawn mark. At least 200 px high; a see-through background looks best.',
    schema: optionalPictureUrl(),
    control: 'picture',
  },
  favicon: {
    label: 'Browser tab icon',
    hint: 'Square, at least 180 px. Empty: it is made from the logo.',
    schema: optionalPictureUrl(),
    control: 'picture',
  },
  timeZone: {
    label: 'Time zone',
    schema: optionalTimeZone(),
    default: defaultTimeZone,
    control: 'own',
    isHalfWidth: true,
  },
  locale: {
    label: 'Dates and money',
    schema: optionalMatch(35, isLocale, 'Choose a language and region'),
    default: defaultLocale,
    control: 'own',
    isHalfWidth: true,
  },
} as const satisfies Rows;

const contact = {
  supportEmail: {
    label: 'Support email',
    schema: optionalEmail(),
    variable: 'SUPPORT_EMAIL',
    variableSchema: z.optional(emailAddress),
    isSensitive: true,
    isHalfWidth: true,
  },
  phone: {
    label: 'Phone',
    hint: 'A tap on a phone calls it.',
    schema: optionalPattern(
      /^\+?[\d\s().-]{5,30}( ?(ext\.?|x) ?\d{1,6})?$/i,
      'Enter a phone number, such as (512) 555-0148',
    ),
    isHalfWidth: true,
  },
  contactPerson: {
    label: 'Who answers',
    hint: 'A name, such as Marta Ilves. Named in the emails that confirm an inquiry or a call.',
    schema: optionalText(80),
  },
  contactPicture: {
    label: 'Picture of who answers',
    hint: 'A face, square. Shown in the email that confirms an inquiry.',
    schema: optionalPictureUrl(),
    control: 'picture',
  },
  postalAddress: {
    label: 'Postal address',
    hint: 'Shown in the footer and in every email.',
    schema: optionalProse(500),
    control: 'prose',
  },
  socialLinks: {
    label: 'Social links',
    schema: textList().check(
      limitEntries,
      z.refine((links) => links.every(isHttpsUrl), 'Enter addresses that start with https://'),
    ),
    control: 'own',
  },
} as const satisfies Rows;

/** The parts of the mail server's address. */
const smtp = { variable: 'SMTP_URL', group: 'Mail server' } as const;

/** What determines where the mail password is sent. */
const smtpTarget = { ...smtp, isSensitive: true, isHalfWidth: true } as const;

const mail = {
  senderName: { label: 'Sender name', schema: optionalText(60), isHalfWidth: true },
  senderEmail: {
    label: 'Sender address',
    schema: optionalEmail(),
    isSensitive: true,
    isHalfWidth: true,
  },
  notificationEmails: {
    label: 'Tell these people about new leads',
    schema: textList().check(
      limitEntries,
      z.refine(
        (emails) => emails.every(isEmail),
        'Enter email addresses, such as hello@example.com',
      ),
    ),
    variable: 'NOTIFY_EMAIL',
    variableSchema: z.optional(
      z.pipe(
        z.transform((value: unknown) => String(value).split(',')),
        z.array(emailAddress).check(z.maxLength(10, 'must be at most 10 addresses')),
      ),
    ),
    isSensitive: true,
    control: 'chips',
  },
  smtpHost: {
    ...smtpTarget,
    label: 'Server',
    schema: optionalMatch(253, isHost, 'Enter the name of the server, such as smtp.example.com'),
    variableSchema: z.optional(
      requireUrl(['smtp:', 'smtps:'], 'must be an smtp:// or smtps:// address with a valid host'),
    ),
  },
  smtpPort: {
    ...smtpTarget,
    label: 'Port',
    hint: '587 if it is empty.',
    schema: z.nullable(wholeNumber(1).check(z.maximum(65_535))),
    control: 'number',
  },
  smtpUser: { ...smtpTarget, label: 'User name', schema: optionalText(254) },
  smtpPassword: {
    ...smtp,
    label: 'Password',
    hint: 'Kept sealed. It is never shown again, not even to you.',
    schema: optionalText(500),
    isSecret: true,
  },
} as const satisfies Rows;

const calls = {
  schedulingUrl: {
    label: 'Scheduling link',
    hint: 'Starts with https://',
    schema: optionalUrl(),
    variable: 'SCHEDULING_URL',
    variableSchema: z.optional(httpUrl),
    isSensitive: true,
    control: 'own',
  },
  meetingUrl: {
    label: 'Meeting link',
    hint: 'Where calls take place. Every email about a call has it; a single call can have another link.',
    schema: optionalUrl(),
    isSensitive: true,
    control: 'url',
  },
  remindDayBefore: { ...onByDefault, label: 'Remind visitors 24 hours before a call' },
  remindHourBefore: { ...onByDefault, label: 'Remind visitors 1 hour before a call' },
} as const satisfies Rows;

const payments = {
  takePayments: { ...onByDefault, label: 'Take payments' },
  stripePublishableKey: {
    ...matching(
      /^pk_\w+$/,
      'The publishable key starts with pk_',
      'must be a Stripe publishable key (pk_…)',
    ),
    label: 'Publishable key',
    hint: 'Starts with pk_',
    variable: 'STRIPE_PUBLISHABLE_KEY',
    isSensitive: true,
  },
  stripeSecretKey: {
    ...matching(
      /^(sk|rk)_\w+$/,
      'The secret key starts with sk_ or rk_',
      'must be a Stripe secret key (sk_…)',
    ),
    label: 'Secret key',
    hint: 'Starts with sk_ or rk_',
    variable: 'STRIPE_SECRET_KEY',
    isSecret: true,
  },
  stripeWebhookSecret: {
    ...matching(
      /^whsec_\w+$/,
      'The webhook secret starts with whsec_',
      'must be a Stripe webhook secret (whsec_…)',
    ),
    label: 'Webhook secret',
    hint: 'Starts with whsec_',
    variable: 'STRIPE_WEBHOOK_SECRET',
    isSecret: true,
  },
} as const satisfies Rows;

const tracking = {
  googleAnalyticsId: {
    ...matching(/^G-[A-Z0-9]+$/, 'A Google tag starts with G-', 'must be a measurement id (G-…)'),
    label: 'Google tag',
    hint: 'Starts with G-',
    variable: 'GA_MEASUREMENT_ID',
    isSensitive: true,
    isHalfWidth: true,
  },
  metaPixelId: {
    ...digits(/^\d{5,20}$/, 'A Meta pixel has only digits'),
    label: 'Meta pixel',
    hint: '15 or 16 digits',
    variable: 'META_PIXEL_ID',
    isSensitive: true,
  },
  linkedInPartnerId: {
    ...digits(/^\d{1,20}$/, 'A partner ID has only digits'),
    label: 'LinkedIn partner ID',
    hint: 'Only digits',
    variable: 'LINKEDIN_PARTNER_ID',
    isSensitive: true,
  },
  linkedInConversionId: {
    ...digits(/^\d{1,20}$/, 'A conversion ID has only digits'),
    label: 'LinkedIn conversion ID',
    hint: 'Only digits',
    variable: 'LINKEDIN_CONVERSION_ID',
  },
  tagManagerId: {
    ...matching(
      /^GTM-[A-Z0-9]+$/,
      'A container starts with GTM-',
      'must be a container id (GTM-…)',
    ),
    label: 'Tag Manager container',
    hint: 'Starts with GTM-',
    variable: 'GTM_CONTAINER_ID',
    isSensitive: true,
    isHalfWidth: true,
  },
  googleApiSecret: {
    label: 'Google API secret',
    hint: 'With it, the server reports leads to Google even when the browser does not.',
    schema: optionalText(300),
    variable: 'GA_API_SECRET',
    variableSchema: z.optional(nonEmptyText),
    isSecret: true,
  },
  metaAccessToken: {
    label: 'Meta access token',
    hint: 'With it, the server reports leads to Meta even when the browser does not.',
    schema: optionalText(500),
    variable: 'META_CAPI_TOKEN',
    variableSchema: z.optional(nonEmptyText),
    isSecret: true,
  },
  leadValues: {
    label: 'What a lead is worth to you',
    schema: z.nullable(leadValues),
    control: 'own',
  },
} as const satisfies Rows;

/** An example number on Cover My Day, at most the limit. */
const example = (name: keyof typeof defaultCostExamples, label: string, limit: number) =>
  ({
    label,
    hint: `${defaultCostExamples[name]} if it is empty.`,
    schema: z.nullable(
      wholeNumber(0, 'Enter 0 or more').check(z.maximum(limit, `Enter at most ${limit}`)),
    ),
    default: defaultCostExamples[name],
    control: 'number',
    isHalfWidth: true,
    group: 'Example numbers on Cover My Day',
  }) as const;

const leads = {
  morningMail: { ...onByDefault, label: 'Email the day’s work in the morning' },
  keyboardShortcuts: {
    ...onByDefault,
    label: 'Keyboard shortcuts',
    hint: 'Single keys, such as / to search. Press ? in the list of leads to see them all.',
  },
  silenceAlarmDays: {
    label: 'Days without a lead until you are warned',
    hint: '14 if it is empty. 0 turns the warning off.',
    schema: z.nullable(
      wholeNumber(0, 'Enter 0 or more').check(z.maximum(365, 'Enter at most 365')),
    ),
    default: 14,
    control: 'number',
    isHalfWidth: true,
  },
  leadRetentionMonths: {
    label: 'Months until a closed lead is deleted',
    hint: 'Counted from the last activity, 24 if it is empty. Open, won and paid leads stay.',
    schema: z.nullable(
      wholeNumber(1, 'Enter 1 or more').check(z.maximum(120, 'Enter at most 120')),
    ),
    default: 24,
    control: 'number',
    isHalfWidth: true,
  },
  lostReasons: {
    label: 'Reasons why leads are lost',
    hint: 'Offered when you close a lead as lost.',
    schema: z.nullable(textList().check(limitEntries)),
    default: ['Too expensive', 'Hired in house', 'No reply', 'Not now', 'Not a fit'],
    control: 'chips',
  },
  replyTemplates: {
    label: 'Reply templates',
    schema: z.nullable(replyTemplates),
    default: defaultReplyTemplates,
    control: 'own',
  },
  missedCalls: example('calls', 'Calls missed a week', 1_000),
  bookedShare: example('booked', 'Percent that would have booked', 100),
  visitPrice: example('visit', 'Price of a visit, in dollars', 10_000),
  hourlyWage: example('wage', 'Hourly wage in house, in dollars', 1_000),
  payrollCosts: example('taxes', 'Payroll taxes and insurance, in percent', 100),
} as const satisfies Rows;

/** The sections of the settings, in the order of the form. Each one has its own history. */
export const settingSections = {
  business: {
    title: 'Business',
    text: 'The name and mark people see in the header, in mail and when the site is shared.',
    rows: business,
  },
  contact: {
    title: 'Contact',
    text: 'Shown in the menu, the contact section, the footer and in the mail a lead gets.',
    rows: contact,
  },
  mail: {
    title: 'Mail',
    text: 'Who your mail comes from and who hears about new leads.',
    rows: mail,
  },
  calls: { title: 'Calls', text: 'How someone books a discovery call with you.', rows: calls },
  payments: {
    title: 'Payments',
    text: 'Take card payments for packages through Stripe. Without keys, the checkout offers a call instead.',
    rows: payments,
  },
  tracking: {
    title: 'Tracking',
    text: 'Nothing is loaded until a visitor agrees.',
    rows: tracking,
  },
  leads: {
    title: 'Leads',
    text: 'What you are told about your leads, how you answer them, and how long they stay.',
    rows: leads,
  },
} as const;

export type SettingSection = keyof typeof settingSections;

/** All settings of the owner. */
export const settingsTable = {
  ...business,
  ...contact,
  ...mail,
  ...calls,
  ...payments,
  ...tracking,
  ...leads,
};

export type SettingsTable = typeof settingsTable;

export type SettingName = keyof SettingsTable;
