import { useState } from 'react';
import { formatNumber } from '../../../lib/format-number';
import { formatShortDay } from '../../../lib/time/format-date';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import * as linkStyles from '../../../ui/styles/link-button.module.css';
import { formatStatus } from '../../contract';
import { formatCsvHeader, formatCsvRow } from '../../csv/csv';
import {
  type DuplicateChoice,
  duplicateChoices,
  type LeadImportReport,
} from '../../csv/import-contract';
import { reasonTitle } from '../../csv/import-synonyms';
import { BreakableEmail } from '../lead-parts';
import { saveCsvFile } from '../table/save-csv-file';
import * as styles from './Import.module.css';
import { findChoice, findColumn, getFieldLabel } from './import-choices';
import { findRow } from './import-file';
import type { ImportCheck } from './use-import';

interface Props {
  check: ImportCheck;
}

/** Maximum number of rows that are listed of each kind. */
const maxListedRows = 20;

/** Lists more rows, or says how many are not listed. */
function MoreRows({ count, listed, onMore, max = count }: MoreRowsProps) {
  if (count <= listed) return null;
  if (listed >= max) {
    return <p className={styles.note}>And {formatNumber(count - listed)} more.</p>;
  }
  return (
    <button type="button" className={linkStyles.linkButton} onClick={onMore}>
      Show {Math.min(maxListedRows, count - listed)} more
    </button>
  );
}

interface MoreRowsProps {
  count: number;
  listed: number;
  /** Maximum number of rows that may be listed. */
  max?: number;
  onMore: () => void;
}

type UnusableRow = LeadImportReport['errors'][number];

const describeErrors = ({ fields }: UnusableRow): string =>
  Object.entries(fields)
    .map(([name, message]) => `${getFieldLabel(name)}: ${message}`)
    .join('; ');

/** Names the person of a row; without one, its first texts. */
function describeRow(report: LeadImportReport, { cells }: UnusableRow): string {
  const fields = ['companyName', 'contactName', 'email'];
  const known = fields.flatMap((field) => cells[findColumn(report, field)] || []);
  const texts = known.length > 0 ? known : cells.filter(Boolean).slice(0, 3);
  return texts.join(', ') || 'Empty';
}

/** The rows that cannot be used, with fields to correct them. */
export function UnusableRows({ check }: Props) {
  const { file, report } = check;
  const [listed, setListed] = useState(maxListedRows);
  const { errors } = report;
  if (errors.length === 0) return null;
  // A status is chosen once for all its rows.
  const rows = errors.filter(({ fields }) => Object.keys(fields).some((name) => name !== 'status'));

  const save = () =>
    saveCsvFile(
      'rows-to-fix.csv',
      formatCsvHeader([...file.titles, reasonTitle]) +
        errors
          .map((row) => {
            const cells = file.titles.map((_, index) => row.cells[index] ?? '');
            return formatCsvRow([...cells, describeErrors(row)]);
          })
          .join(''),
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
        {rows.slice(0, listed).map((row) => (
          <li key={row.line}>
            <span>Row {findRow(file, row.line)?.line ?? row.line}</span>
            <p>{describeRow(report, row)}</p>
            <div className={styles.fixes}>
              {Object.entries(row.fields)
                .filter(([name]) => name !== 'status')
                .map(([name, message]) => (
                  <Fix key={name} check={check} row={row} name={name} message={message} />
                ))}
            </div>
          </li>
        ))}
      </ul>
      <MoreRows
        count={rows.length}
        listed={listed}
        onMore={() => setListed(listed + maxListedRows)}
      />
      <p className={styles.note}>
        {rows.length < errors.length && 'Choose the statuses above to use the others. '}
        Rows that you do not fix are left out. The file that you download says why.
      </p>
    </section>
  );
}

interface FixProps extends Props {
  row: UnusableRow;
  /** The field of the lead. */
  name: string;
  message: string;
}

/** A cell of a row that cannot be used, to correct it. */
function Fix({ check, row: { line, cells }, name, message }: FixProps) {
  const label = getFieldLabel(name);
  const column = findColumn(check.report, name);
  if (column < 0) {
    return <small className={styles.bad}>{`${label}: ${message}. Choose its column above.`}</small>;
  }
  const value = cells[column] ?? '';
  const correct = (typed: string) => {
    if (typed === value) return;
    check.correct(findRow(check.file, line)?.line ?? line, column, typed);
  };
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
      <MoreRows
        count={duplicates.length}
        listed={listed}
        max={maxChosenRows}
        onMore={() => setListed(listed + maxListedRows)}
      />
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
