import { leadLabels } from '../../inquiry/lead-form-options';

/** The fields that a column can be imported into, with their labels. */
export const fieldOptions: readonly (readonly [field: string, label: string])[] = [
  ...Object.entries({ ...leadLabels, companyName: 'Company', contactName: 'Contact' }),
  ['status', 'Status'],
];

export const getFieldLabel = (field: string): string =>
  fieldOptions.find(([name]) => name === field)?.[1] ?? field;
