import { lead } from '../../contract';
import { formatDue } from '../format-due';

type Fields = Readonly<Record<string, unknown>> | null;

/** Returns a field's text; undefined when it has none. */
export function getText(fields: Fields, name: string): string | undefined {
  const value = fields?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const fieldLabels: Record<string, string> = {
  companyName: 'Company',
  contactName: 'Contact',
  email: 'Email',
  phone: 'Phone',
  industry: 'Industry',
  numberOfLocations: 'Locations',
  interestedPackage: 'Package',
  message: 'Message',
};

const formatValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `“${value}”` : 'nothing';

/** Lists the fields that changed: "Phone: “1” is now “2”". */
export const describeEdit = (before: Fields, after: Fields): string[] =>
  Object.keys(after ?? {}).flatMap((name) => {
    const label = fieldLabels[name];
    if (!label) return [];
    return [`${label}: ${formatValue(before?.[name])} is now ${formatValue(after?.[name])}`];
  });

function parseStep(fields: Fields): { text: string; dueAt: string } | undefined {
  const { data } = lead.shape.nextStep.safeParse(fields?.nextStep);
  return data ?? undefined;
}

/** Describes a change of the next step: set, or done. */
export function describeNextStep(before: Fields, after: Fields): string {
  const set = parseStep(after);
  if (set) return `Next step: ${set.text}, ${formatDue(set.dueAt)}`;
  const done = parseStep(before);
  return done ? `Next step done: ${done.text}` : 'Next step removed';
}
