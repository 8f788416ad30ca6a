import { useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { maxListEntries } from '../../../foundation/settings/contract';
import { Plus, Trash2 } from '../../../ui/admin-icons';
import { Button, IconButton } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import * as styles from './SettingFields.module.css';
import { useSettingsContext } from './SettingsContext';

const fieldName: string = 'socialLinks';

/** List of links, each in a field of its own. */
export function SocialLinks() {
  const { form } = useSettingsContext();
  const { field } = useController({ control: form.hook.control, name: fieldName });
  const links = Array.isArray(field.value) ? field.value : [];
  const error = form.hook.formState.errors[fieldName]?.message;
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);

  function remove(index: number) {
    field.onChange(links.filter((_, at) => at !== index));
    // The button that had the focus is gone.
    addButton.current?.focus();
  }

  return (
    <fieldset className={`${formStyles.field} ${styles.fieldset}`} aria-labelledby={id}>
      <span className={formStyles.label} id={id}>
        {form.labels[fieldName]} <em>optional</em>
      </span>
      {links.map((link, index) => (
        <div key={index} className={styles.withButton}>
          <input
            className={formStyles.input}
            type="text"
            inputMode="url"
            autoComplete="off"
            aria-label={`Social link ${index + 1}`}
            placeholder="https://"
            value={link}
            {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
            onChange={(event) =>
              field.onChange(links.map((one, at) => (at === index ? event.target.value : one)))
            }
            onBlur={field.onBlur}
            // biome-ignore lint/a11y/noAutofocus: a link that was just added
            autoFocus={link === ''}
          />
          <IconButton
            className={styles.removeLink}
            label={`Remove social link ${index + 1}`}
            onClick={() => remove(index)}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {links.length < maxListEntries && (
        <Button
          ref={addButton}
          className={styles.addLink}
          variant="quiet"
          size="s"
          onClick={() => field.onChange([...links, ''])}
        >
          <Plus />
          Add a link
        </Button>
      )}
    </fieldset>
  );
}
