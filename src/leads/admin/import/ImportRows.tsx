import { useState } from 'react';
import { formatShortDay } from '../../../lib/format-date';
import { formatNumber } from '../../../lib/format-number';
import { InputField, SelectField } from '../../../ui/fields';
import * as formStyles from '../../../ui/form.module.css';
import * as linkStyles from '../../../ui/link-button.module.css';
import { formatStatus, leadStatuses } from '../../contract';
import { formatCsvHeader, formatCsvRow } from '../../csv/csv';
import {
  type DuplicateChoice,
  duplicateChoices,
  type LeadImportReport,
} from '../../csv/import-contract';
import { BreakableEmail } from '../lead-parts';
import { saveCsvFile } from '../save-csv-file';
import * as styles from './Import.module.css';
import { findChoice, getFieldLabel } from './import-choices';
import { findRow } from './import-file';
import type { ImportCheck } from './use-import';

interface Props {
  check: ImportCheck;
}

/** Maximum number of rows that are listed of each kind. */
const maxListedRows = 20;

/** Says how many rows are not listed. */
function MoreRows({ count, listed }: { count: number; listed: number }) {
  if (count <= listed) return null;
  return <p className={styles.note}>And {formatNumber(count - listed)} more.</p>;
}

/** The rows that cannot be used, with fields to correct them. */
export function UnusableRows({ check }: Props) {
  const { file, report } = check;
  const { errors } = report;
  if (errors.length === 0) return null;

  const save = () =>
    saveCsvFile(
      'rows-to-fix.csv',
      formatCsvHeader(file.titles) + errors.map(({ cells }) => formatCsvRow(cells)).join(''),
    );

  return (
    <section>
      <div className={styles.title}>
        <h3>{errors.length === 1 ? '1 row to fix' : `${errors.length} rows to fix`}</h3>
        <button type="button" className={linkStyles.linkButton} onClick={save}>
          Download these rows
        </button>
      </div>
      <ul className={styles.rows}>
        {errors.slice(0, maxListedRows).map((row) => (
          <li key={row.line}>
            <span>Row {findRow(file, row.line)?.line ?? row.line}</span>
            <p>
              {row.cells
                .filter((cell) => cell !== '')
                .slice(0, 3)
                .join(', ') || 'Empty'}
            </p>
            <div className={styles.fixes}>
              {Object.entries(row.fields).map(([name, message]) => (
                <Fix key={name} check={check} row={row} name={name} message={message} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      <MoreRows count={errors.length} listed={maxListedRows} />
      <p className={styles.note}>Rows that you do not fix are left out.</p>
    </section>
  );
}

interface FixProps extends Props {
  row: LeadImportReport['errors'][number];
  /** The field of the lead. */
  name: string;
  message: string;
}

/** A cell of a row that cannot be used, to correct it. */
function Fix({ check, row: { line, cells }, name, message }: FixProps) {
  const label = getFieldLabel(name);
  const column = check.report.columns.findIndex(({ field }) => field === name);
  if (column < 0) {
    return <small className={styles.bad}>{`${label}: ${message}. Choose its column below.`}</small>;
  }
  const value = cells[column] ?? '';
  const correct = (typed: string) => {
    if (typed === value) return;
    check.correct(findRow(check.file, line)?.line ?? line, column, typed);
  };
  if (name === 'status') {
    const options = leadStatuses.map((status) => ({ value: status, label: formatStatus(status) }));
    return (
      <SelectField
        label={label}
        error={`“${value}” is not a status`}
        value=""
        options={[{ value: '', label: value }, ...options]}
        onChange={correct}
      />
    );
  }
  return (
    <InputField
      label={label}
      error={message}
      defaultValue={value}
      onBlur={(event) => correct(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') correct(event.currentTarget.value);
      }}
    />
  );
}

/** Maximum number of rows with a choice of their own. Further ones follow the default. */
const maxChosenRows = 200;

const allLabels: Record<DuplicateChoice, string> = {
  add: 'Add all to their leads',
  import: 'Import all as new',
  skip: 'Leave all out',
};

/** Rows that match a lead or an earlier row, with the matching value underlined. */
export function DuplicateRows({ check }: Props) {
  const { file, choices, choose } = check;
  const { duplicates } = check.report;
  const [listed, setListed] = useState(maxListedRows);
  if (duplicates.length === 0) return null;
  const chosen = new Set(duplicates.map(({ line }) => findChoice(file, line, choices)));
  const canListMore = listed < Math.min(duplicates.length, maxChosenRows);
  return (
    <section>
      <div className={styles.title}>
        <h3>{`${formatNumber(duplicates.length)} that may be here already`}</h3>
        <div className={styles.links}>
          {duplicateChoices
            .filter((choice) => chosen.size > 1 || !chosen.has(choice))
            .map((choice) => (
              <button
                key={choice}
                type="button"
                className={linkStyles.linkButton}
                onClick={() => choose({ all: choice, rows: new Map() })}
              >
                {allLabels[choice]}
              </button>
            ))}
        </div>
      </div>
      <ul className={`${styles.rows} ${styles.duplicates}`}>
        {duplicates.slice(0, listed).map((duplicate) => (
          <DuplicateRow key={duplicate.line} check={check} duplicate={duplicate} />
        ))}
      </ul>
      {canListMore ? (
        <button
          type="button"
          className={linkStyles.linkButton}
          onClick={() => setListed(listed + maxListedRows)}
        >
          Show {Math.min(maxListedRows, duplicates.length - listed)} more
        </button>
      ) : (
        <MoreRows count={duplicates.length} listed={listed} />
      )}
    </section>
  );
}

type Duplicate = LeadImportReport['duplicates'][number];

function DuplicateRow({ check, duplicate }: Props & { duplicate: Duplicate }) {
  const { file, report, choices, choose } = check;
  const { line, match, lead, earlierLine, companyName, contactName, email } = duplicate;
  const row = findRow(file, line);
  const ownLine = row?.line ?? line;
  const phone = row?.cells[report.columns.findIndex(({ field }) => field === 'phone')];
  const matching = match === 'email' ? email : phone;
  const earlierRow = `row ${findRow(file, earlierLine ?? 0)?.line ?? earlierLine}`;
  const labels: Record<DuplicateChoice, string> = {
    skip: 'Leave out',
    import: 'Import as new',
    add: `Add to ${lead ? 'that lead' : earlierRow}`,
  };
  return (
    <li>
      <span>Row {ownLine}</span>
      <p>
        <b>{companyName}</b>
        <small>
          {contactName}
          {matching && (
            <>
              ,{' '}
              <span className={styles.match}>
                {match === 'email' ? <BreakableEmail email={matching} /> : matching}
              </span>
            </>
          )}
        </small>
      </p>
      <p>
        Same {match === 'email' ? 'email' : 'phone number'} as{' '}
        {lead ? describeLead(lead) : earlierRow}
      </p>
      <select
        className={formStyles.input}
        aria-label={`Row ${ownLine}, ${companyName}`}
        value={findChoice(file, line, choices)}
        onChange={({ target: { value } }) => {
          const next = duplicateChoices.find((one) => one === value);
          if (next) choose({ ...choices, rows: new Map(choices.rows).set(ownLine, next) });
        }}
      >
        {duplicateChoices.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </select>
    </li>
  );
}

function describeLead(lead: NonNullable<Duplicate['lead']>): string {
  const { contactName, companyName, status, suspect, createdAt } = lead;
  const day = formatShortDay(new Date(createdAt), new Date());
  return [contactName, companyName, day, suspect === null ? formatStatus(status) : 'Spam'].join(
    ', ',
  );
}
