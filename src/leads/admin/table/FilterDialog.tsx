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
import { getSort, type LeadFilter } from './lead-filter';

interface Option {
  value: string;
  label: string;
}

/** The choices of the age, in days. */
const ageChoices: readonly Option[] = [
  { value: '1', label: 'since yesterday' },
  { value: '7', label: 'last 7 days' },
  { value: '30', label: 'last 30 days' },
  { value: '90', label: 'last 90 days' },
  { value: '365', label: 'last 12 months' },
];

const nextStepLabels: Record<(typeof nextStepFilters)[number], string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  none: 'None',
};

/** Describes the filters that are set, apart from the search and the status. */
export function listFilterChips(
  filter: LeadFilter,
  managers: readonly ProjectManager[],
  imports: readonly LeadImport[],
) {
  const { industry, assignee, days, nextStep } = filter;
  const imported = imports.find(({ id }) => id === filter.import);
  const file = imported && `${formatFileName(imported)}, ${formatDue(imported.createdAt)}`;
  const age = ageChoices.find(({ value }) => value === days)?.label ?? `last ${days} days`;
  const chips: [name: keyof LeadFilter, label: string, text: string, none?: string][] = [
    ['package', 'Package', filter.package, 'not given'],
    ['industry', 'Industry', formatIndustry(industry), 'not given'],
    ['source', 'Source', filter.source, 'unknown'],
    ['assignee', 'Assigned to', findName(managers, assignee) ?? 'somebody', 'nobody'],
    ['import', 'Import', file ?? 'an earlier file'],
    ['days', 'Created', age],
    ['nextStep', 'Next step', nextStep && nextStepLabels[nextStep].toLowerCase()],
    ['spam', 'Spam', 'shown'],
    ['deleted', 'Show', 'recently deleted'],
    ['expiring', 'Show', 'soon deleted'],
  ];
  return chips.flatMap(([name, label, text, none = text]) =>
    filter[name] === '' ? [] : { name, label, text: filter[name] === noValue ? none : text },
  );
}

const findName = (managers: readonly ProjectManager[], assignee: string) =>
  managers.find(({ id }) => id === assignee)?.name;

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

/** Lists the filters that have a fixed set of values. `all` is the option without the filter. */
function listChoices(
  packages: readonly PackageChoice[],
  managers: readonly ProjectManager[],
  industries: readonly Option[],
): [name: keyof LeadFilter, label: string, options: readonly Option[], all?: string][] {
  const toOption = (label: string, value = label): Option => ({ value, label });
  const names = [...new Set(packages.map(({ name }) => name))].map((name) => toOption(name));
  const people = managers.map(({ id, name }) => toOption(name, id));
  const steps = nextStepFilters.map((due) => toOption(nextStepLabels[due], due));
  const notGiven = toOption('Not given', noValue);
  return [
    ['days', 'Created', ageChoices],
    ['assignee', 'Assigned to', [...people, toOption('Nobody', noValue)]],
    ['package', 'Package', [...names, notGiven]],
    ['industry', 'Industry', [...industries, notGiven]],
    ['nextStep', 'Next step', steps],
    ['spam', 'Suspected spam', [toOption('Shown', 'true')], 'Hidden'],
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
      <div className={formStyles.twoColumns}>
        <SelectField
          label="Sort"
          value={getSort(filter)}
          options={[
            ...(filter.q === '' ? [] : [{ value: '' as const, label: 'Best match first' }]),
            ...listKeys(sortLabels).map((sort) => ({ value: sort, label: sortLabels[sort] })),
          ]}
          onChange={(sort) => onChange({ sort })}
        />
        {choices.map(([name, label, options, all = 'All']) => (
          <SelectField
            key={name}
            label={label}
            value={filter[name]}
            options={[{ value: '', label: all }, ...options]}
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
