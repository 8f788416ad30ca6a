import {
  findSetting,
  findSettingSection,
  isSecretSetting,
  ownerSettingNames,
  type SettingsForOwner,
  settingLabels,
  settingsPatch,
} from '../../../foundation/environment/contract';
import type { ReplyTemplate } from '../../../foundation/environment/reply-templates';
import type { SettingName, SettingSection } from '../../../foundation/environment/settings-table';
import { type FormValues, listChangedFields } from '../../../foundation/forms/form-state';
import { z } from '../../../lib/schema';
import { toFieldValue } from '../../kit/form/item-values';

const leadValuePrefix = 'leadValue:';

/** A kind of lead whose value the owner can set: a package, or `none`. */
export interface LeadKind {
  id: string;
  name: string;
}

/** Returns the name of the form field for the value of a lead. */
export const getLeadValueName = (id: string): string => leadValuePrefix + id;

const isLeadValue = (name: string): boolean => name.startsWith(leadValuePrefix);

/** Switches and choices show their default as their value. Others show it as a placeholder. */
const showsDefault = (name: SettingName): boolean =>
  ['boolean', 'string'].includes(typeof findSetting(name)?.default);

/**
 * Converts settings to form values. Each lead value is a field of its own. A secret is empty while
 * it is unchanged, and `true` when it is to be removed.
 */
export function toSettingValues(
  { fields }: SettingsForOwner,
  leadKinds: readonly LeadKind[],
): FormValues {
  const values: FormValues = {};
  for (const name of ownerSettingNames) {
    const { value, source } = fields[name] ?? {};
    const isShown = source !== 'default' || showsDefault(name);
    if (name === 'replyTemplates') values[name] = value ?? [];
    else if (name !== 'leadValues')
      values[name] = isShown || Array.isArray(value) ? toFieldValue(value) : '';
  }
  for (const { id } of leadKinds) values[getLeadValueName(id)] = '';
  // The contract of the API guarantees the shape.
  const leadValues = (fields.leadValues?.value ?? {}) as Record<string, number>;
  for (const [id, value] of Object.entries(leadValues))
    values[getLeadValueName(id)] = String(value);
  return values;
}

/** Returns the default that a field's placeholder shows. */
export function getPlaceholder({ fields }: SettingsForOwner, name: SettingName): string {
  const { value, source } = fields[name] ?? {};
  return source === 'default' && typeof value === 'string' ? value : '';
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

function toLeadValues(values: FormValues): Record<string, number> | null {
  const set = Object.entries(values).filter(
    ([name, value]) => isLeadValue(name) && !isBlank(value),
  );
  return set.length === 0
    ? null
    : Object.fromEntries(
        set.map(([name, value]) => [name.slice(leadValuePrefix.length), Number(value)]),
      );
}

/** Validates the changed fields against the contract. The result is the body of a PATCH. */
export function validateChanges(base: FormValues, values: FormValues) {
  const patch: Record<string, unknown> = {};
  for (const name of listChangedFields(base, values)) {
    const value = values[name];
    // A secret is write-only: an empty field keeps it.
    if (isSecretSetting(name) && isBlank(value)) continue;
    if (isLeadValue(name)) patch.leadValues = toLeadValues(values);
    else patch[name] = isBlank(value) || (isSecretSetting(name) && value === true) ? null : value;
  }
  return z.safeParse(settingsPatch, patch);
}

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** Collects the first message of each field. That of a lead value belongs to its own field. */
export function collectSettingMessages(issues: readonly Issue[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) {
    const [setting, id] = path.map(String);
    const name = setting === 'leadValues' && id ? getLeadValueName(id) : (setting ?? '');
    messages[name] ??= /^Expected \w+, received /.test(message) ? 'Enter a number' : message;
  }
  return messages;
}

/**
 * Formats a value of the form for the dialog about a conflict, and one of the history; undefined for
 * the default format.
 */
export function formatSettingValue(name: string, value: unknown): string | undefined {
  return name === 'replyTemplates' && Array.isArray(value)
    ? value.map((template: ReplyTemplate) => template.name).join('\n')
    : undefined;
}

/** Returns the section of a field. */
export const findSection = (field: string): SettingSection | undefined =>
  findSettingSection(isLeadValue(field) ? 'leadValues' : field);

/** Returns the labels of all fields. */
export const buildLabels = (leadKinds: readonly LeadKind[]): Record<string, string> => ({
  ...settingLabels,
  ...Object.fromEntries(leadKinds.map(({ id, name }) => [getLeadValueName(id), name])),
});
