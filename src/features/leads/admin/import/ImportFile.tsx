import { useState } from 'react';
import { Field } from '../../../../ui/Field';
import * as formStyles from '../../../../ui/form.module.css';
import * as styles from './Import.module.css';
import { maxFileBytes } from './use-import';

interface Props {
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Chooses the file. */
export function ImportFile({ isBusy, onFile }: Props) {
  const [error, setError] = useState<string>();

  function choose(file: File | undefined) {
    if (!file) return;
    const isTooLarge = file.size > maxFileBytes;
    setError(
      isTooLarge ? 'The file is larger than 4 MB. Split it, and import the parts.' : undefined,
    );
    if (!isTooLarge) onFile(file);
  }

  return (
    <>
      <Field
        label="CSV file"
        error={error}
        hint="The first row has the titles. Nothing is stored before you have checked it."
      >
        {(control) => (
          <input
            {...control}
            className={formStyles.input}
            type="file"
            accept=".csv,text/csv"
            disabled={isBusy}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        )}
      </Field>
      <p className={styles.note}>
        Excel and Google Sheets: save as “CSV UTF-8”. Nobody gets a mail from an import.
      </p>
    </>
  );
}
