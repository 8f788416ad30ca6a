import type { ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import { ChipsField, ProseField, SelectField } from '../../../collection-kit/form/ItemFields';
import { PictureField } from '../../../foundation/media/admin/PictureField';
import { type Locale, locales, type SettingSection } from '../../../foundation/settings/contract';
import { formatZone, groupZonesByRegion } from '../../../lib/time-zone-names';
import { FieldError } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import { CallsFields } from './CallsFields';
import { ConnectionTest } from './ConnectionTest';
import { LeadValues } from './LeadValues';
import { MarkPreview } from './MarkPreview';
import { ReplyTemplates } from './ReplyTemplates';
import { SecretSetting, Setting, SwitchSetting, TextSetting } from './SettingFields';
import { useSettingsContext } from './SettingsContext';
import { SocialLinks } from './SocialLinks';
import { findSection } from './setting-values';
import * as styles from './settings.module.css';

interface SectionContent {
  id: SettingSection;
  title: string;
  text: string;
  Fields: ComponentType;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns whether fields of a section are not saved yet. */
function useIsChanged(section: SettingSection): boolean {
  const { changedFields } = useSettingsContext();
  return changedFields.some((name) => findSection(name) === section);
}

function PictureSetting({ name, hint }: { name: 'logo' | 'favicon'; hint: string }) {
  const { form } = useSettingsContext();
  const { hook, labels } = form;
  const fieldName: string = name;
  const url = useWatch({ control: hook.control, name: fieldName });
  const error = hook.formState.errors[name]?.message;
  return (
    <Setting name={name}>
      <div className={formStyles.field}>
        <PictureField
          label={labels[name] ?? name}
          kind="logo"
          hint={hint}
          url={toText(url)}
          onChange={(value) => hook.setValue(name, value.url)}
          onUploadingChange={(isRunning) => form.onPendingChange(name, isRunning)}
        />
        {error && (
          <FieldError data-invalid tabIndex={-1}>
            {error}
          </FieldError>
        )}
      </div>
    </Setting>
  );
}

const timeZones = groupZonesByRegion('UTC').flatMap(([, zones]) => zones);

const localeLabels: Record<Locale, string> = {
  'en-US': 'English, United States',
  'en-CA': 'English, Canada',
  'en-GB': 'English, United Kingdom',
  'en-AU': 'English, Australia',
  'es-US': 'Spanish, United States',
  'es-MX': 'Spanish, Mexico',
};

const getLocaleLabel = (locale: string): string =>
  Object.entries(localeLabels).find(([name]) => name === locale)?.[1] ?? locale;

function formatSample(locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date());
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  return `${date} and ${money.format(1250)}`;
}

const formatZoneTime = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(new Date());

/** Calls `format`, which throws for a value that this browser does not know. */
function tryFormat(format: (value: string) => string, value: string): string {
  try {
    return format(value);
  } catch {
    return '';
  }
}

function RegionFields() {
  const { form } = useSettingsContext();
  const [timeZone, locale] = useWatch({
    control: form.hook.control,
    name: ['timeZone', 'locale'],
  }).map(toText);
  return (
    <div className={formStyles.twoColumns}>
      <Setting name="timeZone">
        <SelectField
          form={form}
          name="timeZone"
          options={timeZones}
          getLabel={formatZone}
          emptyLabel="Use the default"
          hint={timeZone ? `It is ${tryFormat(formatZoneTime, timeZone)} there now.` : ''}
        />
      </Setting>
      <Setting name="locale">
        <SelectField
          form={form}
          name="locale"
          options={locales}
          getLabel={getLocaleLabel}
          emptyLabel="Use the default"
          hint={locale ? tryFormat(formatSample, locale) : ''}
        />
      </Setting>
    </div>
  );
}

/** The mark with the values of the form. */
function BusinessMark() {
  const { form, stored, isFound } = useSettingsContext();
  const [name, logo, favicon] = useWatch({
    control: form.hook.control,
    name: ['businessName', 'logo', 'favicon'],
  }).map(toText);
  if (!isFound('logo') && !isFound('favicon')) return null;
  return (
    <MarkPreview
      name={name || toText(stored.fields.businessName?.value)}
      logo={logo ?? ''}
      favicon={favicon ?? ''}
    />
  );
}

const BusinessFields = () => (
  <>
    <TextSetting name="businessName" />
    <BusinessMark />
    <PictureSetting
      name="logo"
      hint="Stands in the header and footer instead of the drawn mark. At least 200 px high; a see-through background looks best."
    />
    <PictureSetting name="favicon" hint="Square, at least 180 px." />
    <RegionFields />
  </>
);

function ContactFields() {
  const { form } = useSettingsContext();
  return (
    <>
      <div className={formStyles.twoColumns}>
        <TextSetting name="supportEmail" />
        <TextSetting name="phone" hint="A tap on a phone calls it." />
      </div>
      <Setting name="postalAddress">
        <ProseField
          form={form}
          name="postalAddress"
          optional
          hint="Stands in the footer and in every mail."
        />
      </Setting>
      <Setting name="socialLinks">
        <SocialLinks />
      </Setting>
    </>
  );
}

function MailFields() {
  const { form, stored } = useSettingsContext();
  const recipients: unknown = stored.fields.notificationEmails?.value;
  const recipient: unknown = Array.isArray(recipients) ? recipients[0] : undefined;
  return (
    <>
      <div className={formStyles.twoColumns}>
        <TextSetting name="senderName" />
        <TextSetting name="senderEmail" />
      </div>
      <Setting name="notificationEmails">
        <ChipsField form={form} name="notificationEmails" optional />
      </Setting>
      <div className={styles.group}>
        <h3>Mail server</h3>
        <div className={formStyles.twoColumns}>
          <TextSetting name="smtpHost" />
          <TextSetting name="smtpPort" inputMode="numeric" hint="587 if it is empty." />
        </div>
        <div className={formStyles.twoColumns}>
          <TextSetting name="smtpUser" />
        </div>
        <SecretSetting
          name="smtpPassword"
          hint="Kept sealed. It is never shown again, not even to you."
        />
      </div>
      <div className={styles.group}>
        <h3>Test</h3>
        <ConnectionTest
          path="test-email"
          label="Send a test email"
          working="Sending…"
          hint={typeof recipient === 'string' ? `Goes to ${recipient}` : undefined}
          isChanged={useIsChanged('mail')}
        />
      </div>
    </>
  );
}

const PaymentsFields = () => (
  <>
    <SwitchSetting name="takePayments" />
    <TextSetting name="stripePublishableKey" hint="Starts with pk_" />
    <SecretSetting name="stripeSecretKey" hint="Starts with sk_ or rk_" />
    <SecretSetting name="stripeWebhookSecret" hint="Starts with whsec_" />
    <ConnectionTest
      path="test-payments"
      label="Test connection"
      working="Asking Stripe…"
      isChanged={useIsChanged('payments')}
    />
  </>
);

const TrackingFields = () => (
  <>
    <div className={formStyles.twoColumns}>
      <TextSetting name="googleAnalyticsId" hint="Starts with G-" />
      <TextSetting name="metaPixelId" inputMode="numeric" hint="15 or 16 digits" />
      <TextSetting name="linkedInPartnerId" inputMode="numeric" hint="Only digits" />
      <TextSetting name="linkedInConversionId" inputMode="numeric" hint="Only digits" />
      <TextSetting name="tagManagerId" hint="Starts with GTM-" />
    </div>
    <SecretSetting
      name="googleApiSecret"
      hint="With it, the server reports leads to Google even when the browser does not."
    />
    <SecretSetting
      name="metaAccessToken"
      hint="With it, the server reports leads to Meta even when the browser does not."
    />
    <Setting name="leadValues">
      <LeadValues />
    </Setting>
  </>
);

const LeadsFields = () => (
  <>
    <SwitchSetting name="morningMail" />
    <div className={formStyles.twoColumns}>
      <TextSetting
        name="silenceAlarmDays"
        inputMode="numeric"
        hint="14 if it is empty. 0 turns the warning off."
      />
      <TextSetting
        name="leadRetentionMonths"
        inputMode="numeric"
        hint="Counted from the last activity, 24 if it is empty. Open, won and paid leads stay."
      />
    </div>
    <Setting name="replyTemplates">
      <ReplyTemplates />
    </Setting>
  </>
);

/** The sections of the form, in order. */
export const sectionContents: readonly SectionContent[] = [
  {
    id: 'business',
    title: 'Business',
    text: 'The name and mark people see in the header, in mail and when the site is shared.',
    Fields: BusinessFields,
  },
  {
    id: 'contact',
    title: 'Contact',
    text: 'Shown in the menu, the contact section, the footer and in the mail a lead gets.',
    Fields: ContactFields,
  },
  {
    id: 'mail',
    title: 'Mail',
    text: 'Who your mail comes from and who hears about new leads.',
    Fields: MailFields,
  },
  {
    id: 'calls',
    title: 'Calls',
    text: 'How someone books a discovery call with you.',
    Fields: CallsFields,
  },
  {
    id: 'payments',
    title: 'Payments',
    text: 'Take card payments for packages through Stripe. Without keys, the checkout offers a call instead.',
    Fields: PaymentsFields,
  },
  {
    id: 'tracking',
    title: 'Tracking',
    text: 'Nothing is loaded until a visitor agrees.',
    Fields: TrackingFields,
  },
  {
    id: 'leads',
    title: 'Leads',
    text: 'What you are told about your leads, how you answer them, and how long they stay.',
    Fields: LeadsFields,
  },
];
