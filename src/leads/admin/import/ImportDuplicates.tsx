import { useState } from 'react';
import { formatShortDay } from '../../../lib/format-date';
import { formatNumber } from '../../../lib/format-number';
import * as formStyles from '../../../ui/form.module.css';
import * as linkStyles from '../../../ui/link-button.module.css';
import { formatStatus } from '../../contract';
import {
  type DuplicateChoice,
  duplicateChoices,
  type LeadImportReport,
} from '../../csv/import-contract';
import { BreakableEmail } from '../lead-parts';
import * as styles from './Import.module.css';
import { MoreRows, maxListedRows } from './ImportErrors';
import { type DuplicateChoices, findChoice } from './import-choices';
import { findRow, type ImportFile } from './import-file';

/** Maximum number of rows with a choice of their own. Further ones follow the default. */
const maxChosenRows = 200;

const allLabels: Record<DuplicateChoice, string> = {
  add: 'Add all to their leads',
  import: 'Import all as new',
  skip: 'Leave all out',
};

interface Props {
  file: ImportFile;
  report: LeadImportReport;
  choices: DuplicateChoices;
  onChange: (choices: DuplicateChoices) => void;
}

/** Rows that match a lead or an earlier row, with the matching value underlined. */
export function ImportDuplicates({ file, report, choices, onChange }: Props) {
  const [listed, setListed] = useState(maxListedRows);
  const { duplicates } = report;
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
                onClick={() => onChange({ all: choice, rows: new Map() })}
              >
                {allLabels[choice]}
              </button>
            ))}
        </div>
      </div>
      <ul className={`${styles.rows} ${styles.duplicates}`}>
        {duplicates.slice(0, listed).map((duplicate) => {
          const ownLine = findRow(file, duplicate.line)?.line ?? duplicate.line;
          return (
            <DuplicateRow
              key={duplicate.line}
              file={file}
              report={report}
              duplicate={duplicate}
              choice={findChoice(file, duplicate.line, choices)}
              onChoose={(choice) =>
                onChange({ ...choices, rows: new Map(choices.rows).set(ownLine, choice) })
              }
            />
          );
        })}
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

interface RowProps extends Pick<Props, 'file' | 'report'> {
  duplicate: LeadImportReport['duplicates'][number];
  choice: DuplicateChoice;
  onChoose: (choice: DuplicateChoice) => void;
}

function DuplicateRow({ file, report: { columns }, duplicate, choice, onChoose }: RowProps) {
  const { line, match, lead, earlierLine, companyName, contactName, email } = duplicate;
  const row = findRow(file, line);
  const phone = row?.cells[columns.findIndex(({ field }) => field === 'phone')];
  const matching = match === 'email' ? email : phone;
  const earlierRow = `row ${findRow(file, earlierLine ?? 0)?.line ?? earlierLine}`;
  const labels: Record<DuplicateChoice, string> = {
    skip: 'Leave out',
    import: 'Import as new',
    add: `Add to ${lead ? 'that lead' : earlierRow}`,
  };
  return (
    <li>
      <span>Row {row?.line ?? line}</span>
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
        aria-label={`Row ${row?.line ?? line}, ${companyName}`}
        value={choice}
        onChange={({ target: { value } }) => {
          const next = duplicateChoices.find((one) => one === value);
          if (next) onChoose(next);
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

const describeLead = ({
  contactName,
  companyName,
  status,
  suspect,
  createdAt,
}: NonNullable<RowProps['duplicate']['lead']>): string =>
  [
    contactName,
    companyName,
    formatShortDay(new Date(createdAt), new Date()),
    suspect === null ? formatStatus(status) : 'Spam',
  ].join(', ');
