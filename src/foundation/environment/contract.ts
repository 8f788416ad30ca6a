import { listKeys } from '../../lib/list';
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
import { isTimeZone } from '../../lib/time-zone';
import {
  isEmail,
  isHost,
  isHttpsUrl,
  optionalEmail,
  optionalMatch,
  optionalPattern,
  optionalUrl,
} from './setting-rules';

/** How dates and money can be written. All write dollars as a sign, then "1,250.00". */
export const locales = ['en-US', 'en-CA', 'en-GB', 'en-AU', 'es-US', 'es-MX'] as const;

export type Locale = (typeof locales)[number];

const isLocale = (value: string): boolean => locales.some((locale) => locale === value);

/** Maximum number of addresses or links in a list. */
export const maxListEntries = 10;

const limitEntries = z.refine<string[]>(
  (list) => list.length <= maxListEntries,
  `Enter at most ${maxListEntries}`,
);

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

/** The settings that the owner changes in the admin area. Null, or an empty list, is the default. */
export const settingFields = {
  businessName: optionalText(60),
  logo: optionalPictureUrl(500),
  favicon: optionalPictureUrl(500),
  timeZone: optionalMatch(64, isTimeZone, 'Choose a time zone'),
  locale: optionalMatch(35, isLocale, 'Choose a language and region'),

  supportEmail: optionalEmail(),
  phone: optionalPattern(
    /^\+?[\d\s().-]{5,30}( ?(ext\.?|x) ?\d{1,6})?$/i,
    'Enter a phone number, such as (512) 555-0148',
  ),
  postalAddress: optionalProse(500),
  socialLinks: textList().check(
    limitEntries,
    z.refine((links) => links.every(isHttpsUrl), 'Enter addresses that start with https://'),
  ),

  senderName: optionalText(60),
  senderEmail: optionalEmail(),
  notificationEmails: textList().check(
    limitEntries,
    z.refine((emails) => emails.every(isEmail), 'Enter email addresses, such as hello@example.com'),
  ),
  smtpHost: optionalMatch(253, isHost, 'Enter the name of the server, such as smtp.example.com'),
  smtpPort: z.nullable(wholeNumber(1).check(z.maximum(65_535))),
  smtpUser: optionalText(254),
  smtpPassword: optionalText(500),

  schedulingUrl: optionalUrl(),
  meetingUrl: optionalUrl(),
  remindDayBefore: z.nullable(checkbox()),
  remindHourBefore: z.nullable(checkbox()),

  takePayments: z.nullable(checkbox()),
  stripePublishableKey: optionalPattern(/^pk_\w+$/, 'The publishable key starts with pk_'),
  stripeSecretKey: optionalPattern(/^(sk|rk)_\w+$/, 'The secret key starts with sk_ or rk_'),
  stripeWebhookSecret: optionalPattern(/^whsec_\w+$/, 'The webhook secret starts with whsec_'),

  googleAnalyticsId: optionalPattern(/^G-[A-Z0-9]+$/, 'A Google tag starts with G-'),
  googleApiSecret: optionalText(300),
  metaPixelId: optionalPattern(/^\d{5,20}$/, 'A Meta pixel has only digits'),
  metaAccessToken: optionalText(500),
  linkedInPartnerId: optionalPattern(/^\d{1,20}$/, 'A partner ID has only digits'),
  linkedInConversionId: optionalPattern(/^\d{1,20}$/, 'A conversion ID has only digits'),
  tagManagerId: optionalPattern(/^GTM-[A-Z0-9]+$/, 'A container starts with GTM-'),
  leadValues: z.nullable(leadValues),

  leadRetentionMonths: z.nullable(
    wholeNumber(1, 'Enter 1 or more').check(z.maximum(120, 'Enter at most 120')),
  ),
  /** Days without a lead after which the owner is warned. 0 turns it off. */
  silenceAlarmDays: z.nullable(
    wholeNumber(0, 'Enter 0 or more').check(z.maximum(365, 'Enter at most 365')),
  ),
  morningMail: z.nullable(checkbox()),
  /** Whether single keys are shortcuts in the admin area. */
  keyboardShortcuts: z.nullable(checkbox()),
  replyTemplates: z.nullable(replyTemplates),
} as const;

export type SettingName = keyof typeof settingFields;

/** Body of a PATCH. Settings that are not sent stay unchanged. */
export const settingsPatch = z.partial(z.object(settingFields));

export type SettingsPatch = z.output<typeof settingsPatch>;

/** The owner's settings; null or an empty list for a default. */
export type OwnerSettings = Required<SettingsPatch>;

export const ownerSettingNames = listKeys(settingFields);

/** Every setting at its default. */
export const noOwnerSettings = {
  ...Object.fromEntries(ownerSettingNames.map((name) => [name, null])),
  socialLinks: [],
  notificationEmails: [],
  // The names are those of the contract.
} as unknown as OwnerSettings;

/** The sections of the settings. Each one has its own history. */
export const settingSections = {
  business: ['businessName', 'logo', 'favicon', 'timeZone', 'locale'],
  contact: ['supportEmail', 'phone', 'postalAddress', 'socialLinks'],
  mail: [
    'senderName',
    'senderEmail',
    'notificationEmails',
    'smtpHost',
    'smtpPort',
    'smtpUser',
    'smtpPassword',
  ],
  calls: ['schedulingUrl', 'meetingUrl', 'remindDayBefore', 'remindHourBefore'],
  payments: ['takePayments', 'stripePublishableKey', 'stripeSecretKey', 'stripeWebhookSecret'],
  tracking: [
    'googleAnalyticsId',
    'googleApiSecret',
    'metaPixelId',
    'metaAccessToken',
    'linkedInPartnerId',
    'linkedInConversionId',
    'tagManagerId',
    'leadValues',
  ],
  leads: [
    'leadRetentionMonths',
    'silenceAlarmDays',
    'morningMail',
    'keyboardShortcuts',
    'replyTemplates',
  ],
} as const satisfies Record<string, readonly SettingName[]>;

export type SettingSection = keyof typeof settingSections;

/** The owner's names of the settings. */
export const settingLabels: Record<SettingName, string> = {
  businessName: 'Business name',
  logo: 'Logo',
  favicon: 'Browser tab icon',
  timeZone: 'Time zone',
  locale: 'Dates and money',
  supportEmail: 'Support email',
  phone: 'Phone',
  postalAddress: 'Postal address',
  socialLinks: 'Social links',
  senderName: 'Sender name',
  senderEmail: 'Sender address',
  notificationEmails: 'Tell these people about new leads',
  smtpHost: 'Server',
  smtpPort: 'Port',
  smtpUser: 'User name',
  smtpPassword: 'Password',
  schedulingUrl: 'Scheduling link',
  meetingUrl: 'Meeting link',
  remindDayBefore: 'Remind visitors 24 hours before a call',
  remindHourBefore: 'Remind visitors 1 hour before a call',
  takePayments: 'Take payments',
  stripePublishableKey: 'Publishable key',
  stripeSecretKey: 'Secret key',
  stripeWebhookSecret: 'Webhook secret',
  googleAnalyticsId: 'Google tag',
  googleApiSecret: 'Google API secret',
  metaPixelId: 'Meta pixel',
  metaAccessToken: 'Meta access token',
  linkedInPartnerId: 'LinkedIn partner ID',
  linkedInConversionId: 'LinkedIn conversion ID',
  tagManagerId: 'Tag Manager container',
  leadValues: 'What a lead is worth to you',
  leadRetentionMonths: 'Months until a closed lead is deleted',
  silenceAlarmDays: 'Days without a lead until you are warned',
  morningMail: 'Email the day’s work in the morning',
  keyboardShortcuts: 'Keyboard shortcuts',
  replyTemplates: 'Reply templates',
};

/** Settings that are write-only, and stored encrypted. */
export const secretSettings = [
  'smtpPassword',
  'stripeSecretKey',
  'stripeWebhookSecret',
  'googleApiSecret',
  'metaAccessToken',
] as const satisfies readonly SettingName[];

export type SecretSetting = (typeof secretSettings)[number];

export const isSecretSetting = (name: string): name is SecretSetting =>
  secretSettings.some((secret) => secret === name);

/** Settings that determine where the mail password is sent. */
export const smtpTarget = ['smtpHost', 'smtpPort', 'smtpUser'] as const satisfies SettingName[];

/** Where a setting's value comes from. */
const settingSources = ['server', 'owner', 'default'] as const;

/** The id of a history entry's section. */
export const sectionParams = z.object({
  id: z.enum(listKeys(settingSections)),
});

const ownerSetting = z.object({
  /** The current value; null for secrets and for what is not set. */
  value: z.unknown(),
  source: z.enum(settingSources),
  /** The environment variable that sets it, if `source` is `server`. */
  variable: z.nullable(z.string()),
  /** Only for secrets: whether there is one. */
  isSet: z.optional(z.boolean()),
  /** Only for keys that the owner has saved: the last characters. */
  ending: z.optional(z.string()),
  /** When the owner last changed it. */
  updatedAt: z.nullable(z.string()),
});

/** All settings, for the owner. */
export const settingsForOwner = z.object({
  /** Changes with every setting; also the `ETag`. */
  version: z.string(),
  fields: z.record(z.string(), ownerSetting),
  sections: z.record(
    z.string(),
    z.object({ updatedAt: z.nullable(z.string()), by: z.nullable(z.string()) }),
  ),
  /** The environment variable that sets the admin password; null if the owner can change it. */
  passwordVariable: z.nullable(z.string()),
});

export type SettingsForOwner = z.output<typeof settingsForOwner>;

/** The settings that everyone may read. */
export const publicSettings = z.object({
  businessName: z.string(),
  logo: z.nullable(z.string()),
  favicon: z.nullable(z.string()),
  timeZone: z.string(),
  locale: z.string(),
  supportEmail: z.string(),
  phone: z.nullable(z.string()),
  postalAddress: z.nullable(z.string()),
  socialLinks: z.array(z.string()),
  schedulingUrl: z.nullable(z.string()),
});

/** The outcome of a test email or of a connection test. `message` says what to do next. */
export const testOutcome = z.object({ success: z.boolean(), message: z.string() });

export type TestOutcome = z.output<typeof testOutcome>;
