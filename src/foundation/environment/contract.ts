import { listKeys } from '../../lib/list';
import { z } from '../../lib/schema';
import {
  type SettingName,
  type SettingRow,
  type SettingSection,
  type SettingsTable,
  settingSections,
  settingsTable,
} from './settings-table';

export const ownerSettingNames = listKeys(settingsTable);

/** Returns the row of a setting; undefined for any other name. */
export const findSetting = (name: string): SettingRow | undefined =>
  Object.hasOwn(settingsTable, name)
    ? (settingsTable as Readonly<Record<string, SettingRow>>)[name]
    : undefined;

/** Lists the settings of a section, in the order of the form. */
export const listSettings = (section: SettingSection): SettingName[] =>
  ownerSettingNames.filter((name) => name in settingSections[section].rows);

/** Returns the section of a setting; undefined for any other name. */
export const findSettingSection = (name: string): SettingSection | undefined =>
  listKeys(settingSections).find((section) => name in settingSections[section].rows);

/** Maps each setting. The result has the names of the table, with the given type. */
const mapSettings = <T>(map: (row: SettingRow) => unknown): T =>
  Object.fromEntries(ownerSettingNames.map((name) => [name, map(settingsTable[name])])) as T;

/** The schemas of the settings. Null, or an empty list, is the default. */
export const settingFields = mapSettings<{ [K in SettingName]: SettingsTable[K]['schema'] }>(
  ({ schema }) => schema,
);

/** Body of a PATCH. Settings that are not sent stay unchanged. */
export const settingsPatch = z.partial(z.object(settingFields));

export type SettingsPatch = z.output<typeof settingsPatch>;

/** The owner's settings; null or an empty list for a default. */
export type OwnerSettings = Required<SettingsPatch>;

/** Every setting at its default. */
export const noOwnerSettings = mapSettings<OwnerSettings>(({ schema }) =>
  z.safeParse(schema, null).success ? null : [],
);

/** The owner's names of the settings. */
export const settingLabels = mapSettings<Record<SettingName, string>>(({ label }) => label);

export type SecretSetting = {
  [K in SettingName]: SettingsTable[K] extends { isSecret: true } ? K : never;
}[SettingName];

export const isSecretSetting = (name: string): name is SecretSetting =>
  findSetting(name)?.isSecret === true;

/** Settings that are write-only, and stored encrypted. */
export const secretSettings = ownerSettingNames.filter(isSecretSetting);

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
