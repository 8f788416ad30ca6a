import { useDeferredValue, useId, useState } from 'react';
import { useLeads } from '../../../leads/admin/queries';
import { noFilter } from '../../../leads/admin/table/lead-filter';
import type { ListedLead } from '../../../leads/contract';
import { Button } from '../../../ui/Button';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import * as styles from './CallDialog.module.css';

/** Maximum number of listed matches. */
const maxShown = 5;

interface LeadPickerProps {
  lead: ListedLead | null;
  onChange: (lead: ListedLead | null) => void;
  error?: string | undefined;
}

/** Finds the lead whom a call is with. */
export function LeadPicker({ lead, onChange, error }: LeadPickerProps) {
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const { data } = useLeads({ ...noFilter, q }, maxShown);
  if (lead) {
    return (
      <div className={styles.chosen}>
        <p>
          <b>{lead.contactName}</b>, {lead.companyName}
          <small>{[lead.phone, lead.email].filter(Boolean).join(', ')}</small>
        </p>
        <Button variant="quiet" size="s" onClick={() => onChange(null)}>
          Change
        </Button>
      </div>
    );
  }
  return (
    <div>
      <InputField
        label="Lead"
        error={error}
        hint="Not a lead yet? Add them under Leads first."
        type="search"
        placeholder="Name, company, email or phone"
        maxLength={120}
        value={search}
        onChange={setSearch}
      />
      <ul className={styles.choices} aria-label="Matches">
        {data?.leads.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => onChange(one)}>
              <b>{one.contactName}</b>
              <small>{one.companyName}</small>
            </button>
          </li>
        ))}
      </ul>
      {data && data.leads.length === 0 && <p className={formStyles.hint}>No lead matches.</p>}
    </div>
  );
}

/** The status of a lead whose call was canceled: as it is, or back to `contacted`. */
export type Decision = 'keep' | 'contacted';

const options: [value: Decision, label: string][] = [
  ['keep', 'Leave it there'],
  ['contacted', 'Move it back to contacted'],
];

interface DecisionProps {
  value: Decision;
  onChange: (value: Decision) => void;
}

/** Asks for the status of a lead whose call was canceled. No lead moves automatically. */
export function LeadDecision({ value, onChange }: DecisionProps) {
  const name = useId();
  return (
    <fieldset className={styles.decision}>
      <legend>The lead is in discovery call</legend>
      {options.map(([option, label]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
