import { type DragEvent, useId, useState } from 'react';
import { getButtonClass } from '../../../ui/Button';
import { Download, Upload } from '../../../ui/desk-icons';
import { FieldError } from '../../../ui/Field';
import { formatCsvHeader, formatCsvRow } from '../../csv/csv';
import { saveCsvFile } from '../save-csv-file';
import * as styles from './ImportFile.module.css';
import { type ImportFile as FileToImport, readImportFile } from './import-file';

interface Props {
  isBusy: boolean;
  onFile: (file: FileToImport) => void;
}

/** Downloads a sample CSV file with the most common columns. */
const saveSample = () =>
  saveCsvFile(
    'leads.csv',
    formatCsvHeader(['Company', 'Contact', 'Email', 'Phone', 'Industry', 'Locations', 'Status']) +
      formatCsvRow([
        'Harbor Yoga',
        'Tom Okafor',
        'tom@harboryoga.example',
        '(614) 555-0122',
        'Fitness',
        '4',
        'contacted',
      ]),
  );

/** Chooses the file, or takes one that is dropped. */
export function ImportFile({ isBusy, onFile }: Props) {
  const id = useId();
  const [error, setError] = useState<string>();
  const [isOver, setIsOver] = useState(false);

  async function choose(file: File | undefined) {
    if (!file || isBusy) return;
    const read = await readImportFile(file);
    setError(typeof read === 'string' ? read : undefined);
    if (typeof read !== 'string') onFile(read);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void choose(event.dataTransfer.files[0]);
  }

  return (
    // The button inside does the same without a mouse.
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target has no role
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <h3>{isOver ? 'Let go to check it' : 'Drop a CSV file here'}</h3>
      <p>
        Up to 4 MB and 5,000 rows. The first row names the columns. Comma, semicolon or tab, any of
        them works. Excel and Google Sheets: save as “CSV UTF-8”.
      </p>
      <div className={styles.actions}>
        <label className={`${getButtonClass()} ${styles.choose}`}>
          <Upload />
          Choose a CSV file
          <input
            type="file"
            accept=".csv,text/csv"
            disabled={isBusy}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error && id}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </label>
        <button type="button" className={getButtonClass('quiet')} onClick={saveSample}>
          <Download />
          Sample file
        </button>
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
      <p>Nothing is stored before you have checked it. Nobody gets an email from an import.</p>
    </div>
  );
}
