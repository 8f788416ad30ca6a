import { listKeys } from '../../../lib/list';
import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { InputField, SelectField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { type LeadSort, nextStepFilters, noValue, type ProjectManager } from '../../contract';
import type { LeadImport } from '../../csv/import-contract';
import type { PackageChoice } from '../../inquiry/package-choice';
import { formatDue } from '../format-due';
import { formatFileName, formatIndustry } from '../labels';
import { usePackageChoices, useProjectManagers } from '../queries';
import type { LeadFilter } from './lead-filter';

/** The choices of the age. */
const ageChoices = [
  { days: '1', label: 'since yesterday' },
  { days: '7', label: 'last 7 days' },
  { days: '30', label: 'last 30 days' },
  { days: '90', label: 'last 90 days' },
  { days: '365', label: 'last 12 months' },
] as const;

const nextStepLabels: Record<(typeof nextStepFilters)[number], string> = {
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

interface Option {
  value: string;
  label: string;
}

const sortLabels: Record<LeadSort, string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  '-waiting': 'Waiting longest first',
  waiting: 'Waiting shortest first',
  '-value': 'Highest value first',
  value: 'Lowest value first',
  nextStep: 'Next step due first',
  '-nextStep': 'Next step due last',
};

interface Choice {
  name: keyof LeadFilter;
  label: string;
  /** The option without the filter. */
  unfiltered?: string;
  options: Option[];
}

/** Lists the filters that have a fixed set of values. */
function listChoices(
  packages: readonly PackageChoice[],
  managers: readonly ProjectManager[],
  industries: readonly Option[],
): Choice[] {
  const packageNames = [...new Set(packages.map(({ name }) => name))];
  return [
    {
      name: 'days',
      label: 'Created',
      options: ageChoices.map(({ days, label }) => ({ value: days, label })),
    },
    {
      name: 'assignee',
      label: 'Assigned to',
      options: [
        ...managers.map(({ id, name }) => ({ value: id, label: name })),
        { value: noValue, label: 'Nobody' },
      ],
    },
    {
      name: 'package',
      label: 'Package',
      options: [
        ...packageNames.map((name) => ({ value: name, label: name })),
        { value: noValue, label: 'Not given' },
      ],
    },
    {
      name: 'industry',
      label: 'Industry',
      options: [...industries, { value: noValue, label: 'Not given' }],
    },
    {
      name: 'nextStep',
      label: 'Next step',
      options: nextStepFilters.map((due) => ({ value: due, label: nextStepLabels[due] })),
    },
    {
      name: 'spam',
      label: 'Suspected spam',
      unfiltered: 'Hidden',
      options: [{ value: 'true', label: 'Shown' }],
    },
  ];
}

interface Props {
  filter: LeadFilter;
  onChange: (part: Partial<LeadFilter>) => void;
  onClose: () => void;
}

/** Chooses the filters and the order of the list. Each applies at once. */
export function FilterDialog({ filter, onChange, onClose }: Props) {
  const { data: packages = [] } = usePackageChoices();
  const { data: managers = [] } = useProjectManagers();
  const { industries } = useSite();
  const choices = listChoices(packages, managers, industries);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filter leads"
      footer={<Button onClick={onClose}>Show leads</Button>}
    >
      <SelectField
        label="Sort"
        value={filter.sort}
        options={listKeys(sortLabels).map((sort) => ({ value: sort, label: sortLabels[sort] }))}
        onChange={(sort) => onChange({ sort })}
      />
      <div className={formStyles.twoColumns}>
        {choices.map(({ name, label, unfiltered = 'All', options }) => (
          <SelectField
            key={name}
            label={label}
            value={filter[name]}
            options={[{ value: '', label: unfiltered }, ...options]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        <InputField
          label="Source"
          maxLength={120}
          placeholder="All"
          autoComplete="off"
          defaultValue={filter.source}
          onBlur={(event) => onChange({ source: event.target.value.trim() })}
        />
      </div>
    </Dialog>
  );
}
