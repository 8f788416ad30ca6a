import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../lib/format-number';
import { formatShortDay } from '../../../lib/time/format-date';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { LinkButton } from '../../../ui/LinkButton';
import { formatStatus } from '../../contract';
import { formatCsvHeader, formatCsvRow } from '../../csv/csv';
import { reasonTitle } from '../../csv/import-columns';
import {
  type DuplicateChoice,
  duplicateChoices,
  type LeadImportReport,
} from '../../csv/import-contract';
import { BreakableEmail } from '../lead-parts';
import { saveCsvFile } from '../table/ExportDialog';
import * as styles from './Import.module.css';
import { findChoice, findColumn, getFieldLabel } from './import-file';
import type { ImportCheck } from './use-import';

interface Props {
  check: ImportCheck;
}

/** How many rows are listed at first, and how many more with each press. */
const pageSize = 20;

interface RowListProps<Row> {
  rows: readonly Row[];
  /** Maximum number of rows that may be listed. */
  max?: number;
  className?: string | undefined;
  children: (row: Row) => ReactNode;
}

/** The first rows, with a button that lists more, or how many are not listed. */
function RowList<Row>({ rows, max = rows.length, className = '', children }: RowListProps<Row>) {
  const [listed, setListed] = useState(pageSize);
  const rest = rows.length - listed;
  return (
    <>
      <ul className={`${styles.rows} ${className}`}>{rows.slice(0, listed).map(children)}</ul>
      {rest > 0 && listed < max && (
        <LinkButton onClick={() => setListed(listed + pageSize)}>
          Show {Math.min(pageSize, rest)} more
        </LinkButton>
      )}
      {rest > 0 && listed >= max && <p className={styles.note}>And {formatNumber(rest)} more.</p>}
    </>
  );
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
        <LinkButton onClick={save}>Download these rows</LinkButton>
      </div>
      <RowList rows={rows}>
        {(row) => (
          <li key={row.line}>
            <span>Row {row.line}</span>
            <p>{describeRow(report, row)}</p>
            <div className={styles.fixes}>
              {Object.entries(row.fields)
                .filter(([name]) => name !== 'status')
                .map(([name, message]) => (
                  <Fix key={name} check={check} row={row} name={name} message={message} />
                ))}
            </div>
          </li>
        )}
      </RowList>
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
    if (typed !== value) check.correct(line, column, typed);
  };
  return (
    <InputField
      label={label}
      error={message}
      defaultValue={value}
      onChange={check.markEdited}
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
  const { choices, decide } = check;
  const { duplicates } = check.report;
  if (duplicates.length === 0) return null;
  const chosen = new Set(duplicates.map(({ line }) => findChoice(line, choices)));
  return (
    <section>
      <div className={styles.title}>
        <h3>{`${formatNumber(duplicates.length)} that may be here already`}</h3>
        <div className={styles.links}>
          {duplicateChoices
            .filter((choice) => chosen.size > 1 || !chosen.has(choice))
            .map((choice) => (
              <LinkButton
                key={choice}
                onClick={() => decide({ choices: { all: choice, rows: new Map() } })}
              >
                {allLabels[choice]}
              </LinkButton>
            ))}
        </div>
      </div>
      <RowList rows={duplicates} max={maxChosenRows} className={styles.duplicates}>
        {(duplicate) => <DuplicateRow key={duplicate.line} check={check} duplicate={duplicate} />}
      </RowList>
    </section>
  );
}

type Duplicate = LeadImportReport['duplicates'][number];

function DuplicateRow({ check, duplicate }: Props & { duplicate: Duplicate }) {
  const { file, report, choices, decide } = check;
  const { line, match, lead, earlierLine, companyName, contactName, email } = duplicate;
  const row = file.rows.find((one) => one.line === line);
  const phone = row?.cells[findColumn(report, 'phone')];
  const matching = match === 'email' ? email : phone;
  const earlierRow = `row ${earlierLine}`;
  const labels: Record<DuplicateChoice, string> = {
    skip: 'Leave out',
    import: 'Import as new',
    add: `Add to ${lead ? 'that lead' : earlierRow}`,
  };
  return (
    <li>
      <span>Row {line}</span>
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
        aria-label={`Row ${line}, ${companyName}`}
        value={findChoice(line, choices)}
        onChange={({ target: { value } }) => {
          const next = duplicateChoices.find((one) => one === value);
          if (next) {
            decide({ choices: { ...choices, rows: new Map(choices.rows).set(line, next) } });
          }
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
