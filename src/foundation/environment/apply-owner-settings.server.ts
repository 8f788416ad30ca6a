import type { OwnerSettings, SettingName } from './contract';
import type { Environment, ServerEnvironment } from './environment.server';
import { getOwnerValues } from './owner-values.server';

/**
 * The environment variable that overrides each setting. The variables of Stripe are set together or
 * not at all.
 */
const variableBySetting: Partial<Record<SettingName, keyof ServerEnvironment>> = {
  businessName: 'SITE_NAME',
  supportEmail: 'SUPPORT_EMAIL',
  notificationEmails: 'NOTIFY_EMAIL',
  smtpHost: 'SMTP_URL',
  smtpPort: 'SMTP_URL',
  smtpUser: 'SMTP_URL',
  smtpPassword: 'SMTP_URL',
  schedulingUrl: 'SCHEDULING_URL',
  stripePublishableKey: 'STRIPE_PUBLISHABLE_KEY',
  stripeSecretKey: 'STRIPE_SECRET_KEY',
  stripeWebhookSecret: 'STRIPE_WEBHOOK_SECRET',
  googleAnalyticsId: 'GA_MEASUREMENT_ID',
  googleApiSecret: 'GA_API_SECRET',
  metaPixelId: 'META_PIXEL_ID',
  metaAccessToken: 'META_CAPI_TOKEN',
  linkedInPartnerId: 'LINKEDIN_PARTNER_ID',
  linkedInConversionId: 'LINKEDIN_CONVERSION_ID',
  tagManagerId: 'GTM_CONTAINER_ID',
};

/** Returns the variable that sets this setting in this environment, or undefined. */
export function findOverride(
  { configured }: Pick<ServerEnvironment, 'configured'>,
  name: SettingName,
): keyof ServerEnvironment | undefined {
  const variable = variableBySetting[name];
  return variable !== undefined && configured.has(variable) ? variable : undefined;
}

/** The port of mail servers that encrypt from the start (RFC 8314). */
const smtpsPort = 465;

/** Builds the URL of the owner's mail server. */
function buildSmtpUrl({ smtpHost, smtpPort, smtpUser, smtpPassword }: OwnerSettings) {
  if (smtpHost === null) return undefined;
  const port = smtpPort ?? 587;
  const url = new URL(`${port === smtpsPort ? 'smtps' : 'smtp'}://${smtpHost}:${port}`);
  // Half of a surrogate pair has no encoding.
  if (smtpUser !== null) url.username = encodeURIComponent(smtpUser.toWellFormed());
  if (smtpPassword !== null) url.password = encodeURIComponent(smtpPassword.toWellFormed());
  return url.href;
}

/**
 * Returns the settings in effect. All of them are returned, also undefined ones, so that the result
 * can be assigned over an earlier one.
 */
export function applyOwnerSettings(
  server: ServerEnvironment,
  settings: OwnerSettings,
): Environment {
  const isSet = (variable: keyof ServerEnvironment) => server.configured.has(variable);
  /** The variable's value if it is set, otherwise the owner's, otherwise the default. */
  const resolve = <N extends keyof ServerEnvironment>(
    variable: N,
    value: NonNullable<ServerEnvironment[N]> | null | undefined,
  ): ServerEnvironment[N] => (isSet(variable) ? server[variable] : (value ?? server[variable]));

  const SITE_NAME = resolve('SITE_NAME', settings.businessName);
  const SUPPORT_EMAIL = resolve('SUPPORT_EMAIL', settings.supportEmail);
  const { stripePublishableKey, stripeSecretKey, stripeWebhookSecret, notificationEmails } =
    settings;
  const hasStripeKeys = stripePublishableKey && stripeSecretKey && stripeWebhookSecret;
  return {
    ...server,
    SITE_NAME,
    SUPPORT_EMAIL,
    NOTIFY_EMAIL: resolve(
      'NOTIFY_EMAIL',
      notificationEmails.length > 0 ? notificationEmails : undefined,
    ),
    SMTP_URL: resolve('SMTP_URL', buildSmtpUrl(settings)),
    SCHEDULING_URL: resolve('SCHEDULING_URL', settings.schedulingUrl),
    // Incomplete keys would take payments that are never confirmed.
    STRIPE_PUBLISHABLE_KEY: resolve(
      'STRIPE_PUBLISHABLE_KEY',
      hasStripeKeys ? stripePublishableKey : undefined,
    ),
    STRIPE_SECRET_KEY: resolve('STRIPE_SECRET_KEY', hasStripeKeys ? stripeSecretKey : undefined),
    STRIPE_WEBHOOK_SECRET: resolve(
      'STRIPE_WEBHOOK_SECRET',
      hasStripeKeys ? stripeWebhookSecret : undefined,
    ),
    GA_MEASUREMENT_ID: resolve('GA_MEASUREMENT_ID', settings.googleAnalyticsId),
    GA_API_SECRET: resolve('GA_API_SECRET', settings.googleApiSecret),
    META_PIXEL_ID: resolve('META_PIXEL_ID', settings.metaPixelId),
    META_CAPI_TOKEN: resolve('META_CAPI_TOKEN', settings.metaAccessToken),
    LINKEDIN_PARTNER_ID: resolve('LINKEDIN_PARTNER_ID', settings.linkedInPartnerId),
    LINKEDIN_CONVERSION_ID: resolve('LINKEDIN_CONVERSION_ID', settings.linkedInConversionId),
    GTM_CONTAINER_ID: resolve('GTM_CONTAINER_ID', settings.tagManagerId),
    owner: getOwnerValues(settings, { SITE_NAME, SUPPORT_EMAIL }),
  };
}
