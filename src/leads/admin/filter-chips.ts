import { listKeys } from '../../lib/list';
import { type nextStepFilters, noValue, type ProjectManager } from '../contract';
import type { LeadImport } from '../csv/import-contract';
import { formatDue } from './format-due';
import { formatFileName, formatIndustry } from './labels';
import type { LeadFilter } from './lead-filter';

/** The choices of the age. */
export const ageChoices = [
  { days: '1', label: 'since yesterday' },
  { days: '7', label: 'last 7 days' },
  { days: '30', label: 'last 30 days' },
  { days: '90', label: 'last 90 days' },
  { days: '365', label: 'last 12 months' },
] as const;

export const nextStepLabels: Record<(typeof nextStepFilters)[number], string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  none: 'None',
};

interface FilterChip {
  name: keyof LeadFilter;
  label: string;
  text: string;
}

/** Describes the filters that are set, apart from the search and the status. */
export function listFilterChips(
  filter: LeadFilter,
  managers: readonly ProjectManager[],
  imports: readonly LeadImport[],
): FilterChip[] {
  const imported = imports.find(({ id }) => id === filter.import);
  const format: Partial<Record<keyof LeadFilter, [label: string, text: string]>> = {
    package: ['Package', filter.package === noValue ? 'not given' : filter.package],
    industry: [
      'Industry',
      filter.industry === noValue ? 'not given' : formatIndustry(filter.industry),
    ],
    source: ['Source', filter.source === noValue ? 'unknown' : filter.source],
    assignee: [
      'Assigned to',
      filter.assignee === noValue
        ? 'nobody'
        : (managers.find(({ id }) => id === filter.assignee)?.name ?? 'somebody'),
    ],
    import: [
      'Import',
      imported
        ? `${formatFileName(imported)}, ${formatDue(imported.createdAt)}`
        : 'an earlier file',
    ],
    days: [
      'Created',
      ageChoices.find(({ days }) => days === filter.days)?.label ?? `last ${filter.days} days`,
    ],
    nextStep: [
      'Next step',
      filter.nextStep === '' ? '' : nextStepLabels[filter.nextStep].toLowerCase(),
    ],
    spam: ['Spam', 'shown'],
    deleted: ['Show', 'recently deleted'],
    expiring: ['Show', 'soon deleted'],
  };
  return listKeys(format).flatMap((name) => {
    const chip = format[name];
    return chip && filter[name] !== '' ? [{ name, label: chip[0], text: chip[1] }] : [];
  });
}
