import { maxListEntries } from '../../../foundation/environment/setting-rules';
import { Button, IconButton } from '../../../ui/Button';
import { FieldError } from '../../../ui/form/Field';
import * as formStyles from '../../../ui/form/form.module.css';
import { Plus, Trash2 } from '../../../ui/icons/admin-icons';
import * as styles from './SettingFields.module.css';
import { useListSetting } from './SettingsContext';

/** List of links, each in a field of its own. */
export function SocialLinks() {
  const { entries, label, error, id, errorId, addButton, ...list } =
    useListSetting<string>('socialLinks');
  return (
    <fieldset className={`${formStyles.field} ${styles.fieldset}`} aria-labelledby={id}>
      <span className={formStyles.label} id={id}>
        {label} <em>optional</em>
      </span>
      {entries.map((link, index) => (
        <div key={index} className={styles.withButton}>
          <input
            className={formStyles.input}
            type="text"
            inputMode="url"
            autoComplete="off"
            aria-label={`Social link ${index + 1}`}
            placeholder="https://"
            value={link}
            {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
            onChange={(event) => list.change(index, event.target.value)}
            // biome-ignore lint/a11y/noAutofocus: a link that was just added
            autoFocus={link === ''}
          />
          <IconButton
            className={styles.removeLink}
            label={`Remove social link ${index + 1}`}
            onClick={() => list.remove(index)}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {entries.length < maxListEntries && (
        <Button
          ref={addButton}
          className={styles.addLink}
          variant="quiet"
          size="s"
          onClick={() => list.add('')}
        >
          <Plus />
          Add a link
        </Button>
      )}
    </fieldset>
  );
}
