import { useId } from 'react';
import { FieldError } from '../../../ui/form/Field';
import * as formStyles from '../../../ui/form/form.module.css';
import { toText } from '../../kit/form/item-values';
import * as styles from './LeadValues.module.css';
import * as fieldStyles from './SettingFields.module.css';
import { useSettingsContext } from './SettingsContext';
import { getLeadValueName, type LeadKind } from './setting-values';

/** The value of a lead in dollars, for each package and for none. */
export function LeadValues() {
  const { form, leadKinds } = useSettingsContext();
  return (
    <div className={fieldStyles.group}>
      <h3>{form.labels.leadValues}</h3>
      <ul className={styles.rows}>
        {leadKinds.map((kind) => (
          <LeadValue key={kind.id} kind={kind} />
        ))}
      </ul>
      <p className={formStyles.hint}>
        Sent with each lead so that ads can be compared. Visitors never see it. Leave a value empty
        for the usual one.
      </p>
    </div>
  );
}

function LeadValue({ kind }: { kind: LeadKind }) {
  const { form } = useSettingsContext();
  const id = useId();
  const name = getLeadValueName(kind.id);
  const error = form.errors[name];
  return (
    <li>
      <label htmlFor={id}>{kind.name}</label>
      <div className={styles.money}>
        <input
          id={id}
          value={toText(form.values[name])}
          onChange={(event) => form.set({ [name]: event.target.value })}
          className={formStyles.input}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </li>
  );
}
