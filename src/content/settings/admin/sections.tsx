import type { ComponentType } from 'react';
import { listSettings } from '../../../foundation/environment/contract';
import {
  type SettingName,
  type SettingRow,
  type SettingSection,
  settingsTable,
} from '../../../foundation/environment/settings-table';
import * as formStyles from '../../../ui/form/form.module.css';
import { ChipsField, ProseField } from '../../kit/form/FormFields';
import { WholePictureField } from '../../kit/form/PictureFields';
import { BusinessName, BusinessZone, LocaleField } from './BusinessFields';
import { HoursLink, SchedulingSetting } from './CallsFields';
import { ConnectionTest } from './ConnectionTest';
import { LeadValues } from './LeadValues';
import { ReplyTemplates } from './ReplyTemplates';
import { SecretSetting, Setting, SwitchSetting, TextSetting } from './SettingFields';
import * as styles from './SettingFields.module.css';
import { useSettingsContext } from './SettingsContext';
import { SocialLinks } from './SocialLinks';
import { findSection } from './setting-values';

/** The settings whose control is `own`. */
const ownFields: Partial<Record<SettingName, ComponentType>> = {
  timeZone: BusinessZone,
  locale: LocaleField,
  socialLinks: SocialLinks,
  leadValues: LeadValues,
  replyTemplates: ReplyTemplates,
};

/** Of these, the ones with parts that are shown when the server sets the setting. */
const ownSettings: Partial<Record<SettingName, ComponentType>> = {
  businessName: BusinessName,
  schedulingUrl: SchedulingSetting,
};

/** Returns whether fields of a section are not saved yet. */
function useIsChanged(section: SettingSection): boolean {
  const { changedFields } = useSettingsContext();
  return changedFields.some((name) => findSection(name) === section);
}

function MailTest() {
  const { stored } = useSettingsContext();
  const recipients: unknown = stored.fields.notificationEmails?.value;
  const recipient: unknown = Array.isArray(recipients) ? recipients[0] : undefined;
  return (
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
  );
}

const PaymentsTest = () => (
  <ConnectionTest
    path="test-payments"
    label="Test connection"
    working="Asking Stripe…"
    isChanged={useIsChanged('payments')}
  />
);

/** What stands below the settings of a section. */
const sectionEnds: Partial<Record<SettingSection, ComponentType>> = {
  mail: MailTest,
  calls: HoursLink,
  payments: PaymentsTest,
};

const getRow = (name: SettingName): SettingRow => settingsTable[name];

/** The fields of settings that take no more than their hint, by their control. */
const plainFields: Partial<
  Record<NonNullable<SettingRow['control']>, typeof ProseField | typeof WholePictureField>
> = { picture: WholePictureField, prose: ProseField, chips: ChipsField };

/** The field of a setting, as its row describes it. */
function SettingField({ name }: { name: SettingName }) {
  const { form } = useSettingsContext();
  const { control = 'text', isSecret, hint = '' } = getRow(name);
  const OwnField = ownFields[name];
  const OwnSetting = ownSettings[name];
  const PlainField = plainFields[control];
  if (OwnSetting) return <OwnSetting />;
  if (isSecret) return <SecretSetting name={name} />;
  if (control === 'switch') return <SwitchSetting name={name} />;
  if (!OwnField && !PlainField) return <TextSetting name={name} />;
  return (
    <Setting name={name}>
      {OwnField && <OwnField />}
      {PlainField && <PlainField form={form} name={name} hint={hint} optional />}
    </Setting>
  );
}

/** Splits a list into runs of entries with the same key. */
function splitRuns<T, Key>(list: readonly T[], getKey: (entry: T) => Key): [Key, [T, ...T[]]][] {
  const runs: [Key, [T, ...T[]]][] = [];
  for (const entry of list) {
    const key = getKey(entry);
    const last = runs.at(-1);
    if (last && last[0] === key) last[1].push(entry);
    else runs.push([key, [entry]]);
  }
  return runs;
}

/** Fields one below the other; those of half the width side by side. */
const FieldRows = ({ names }: { names: readonly SettingName[] }) =>
  splitRuns(names, (name) => getRow(name).isHalfWidth).map(([isHalfWidth, run]) => {
    const fields = run.map((name) => <SettingField key={name} name={name} />);
    return isHalfWidth ? (
      <div key={run[0]} className={formStyles.twoColumns}>
        {fields}
      </div>
    ) : (
      fields
    );
  });

/** The fields of a section, in the order of the table. */
export function SectionFields({ section }: { section: SettingSection }) {
  const End = sectionEnds[section];
  return (
    <>
      {splitRuns(listSettings(section), (name) => getRow(name).group).map(([group, names]) =>
        group ? (
          <div key={group} className={styles.group}>
            <h3>{group}</h3>
            <FieldRows names={names} />
          </div>
        ) : (
          <FieldRows key={names[0]} names={names} />
        ),
      )}
      {End && <End />}
    </>
  );
}
