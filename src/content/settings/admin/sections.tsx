import type { ComponentType } from 'react';
import type { SettingSection } from '../../../foundation/environment/contract';
import * as formStyles from '../../../ui/form.module.css';
import { ChipsField, ProseField } from '../../kit/form/FormFields';
import { BusinessFields } from './BusinessFields';
import { CallsFields } from './CallsFields';
import { ConnectionTest } from './ConnectionTest';
import { LeadValues } from './LeadValues';
import { ReplyTemplates } from './ReplyTemplates';
import { SecretSetting, Setting, SwitchSetting, TextSetting } from './SettingFields';
import * as styles from './SettingFields.module.css';
import { useSettingsContext } from './SettingsContext';
import { SocialLinks } from './SocialLinks';
import { findSection } from './setting-values';

interface SectionContent {
  id: SettingSection;
  title: string;
  text: string;
  Fields: ComponentType;
}

/** Returns whether fields of a section are not saved yet. */
function useIsChanged(section: SettingSection): boolean {
  const { changedFields } = useSettingsContext();
  return changedFields.some((name) => findSection(name) === section);
}

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
    <SwitchSetting
      name="keyboardShortcuts"
      hint="Single keys, such as / to search. Press ? in the list of leads to see them all."
    />
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
