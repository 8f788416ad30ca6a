import type { ReplyTemplate } from '../../../foundation/environment/reply-templates';
import { maxReplyTemplates } from '../../../foundation/environment/settings-table';
import { Button, IconButton } from '../../../ui/Button';
import { Field, FieldError } from '../../../ui/form/Field';
import { InputField, TextareaField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { Plus, Trash2 } from '../../../ui/icons/admin-icons';
import * as styles from './SettingFields.module.css';
import { useListSetting } from './SettingsContext';

const emptyTemplate: ReplyTemplate = { name: '', subject: '', body: '' };

/** The templates of the owner's mails to leads. */
export function ReplyTemplates() {
  const { entries, label, error, id, errorId, addButton, ...list } =
    useListSetting<ReplyTemplate>('replyTemplates');
  return (
    <fieldset className={`${styles.group} ${styles.fieldset}`} aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      <p className={formStyles.hint}>
        {'{name}, {company} and {site} are filled in with the lead’s and your own.'}
      </p>
      {entries.map((template, index) => (
        <TemplateFields
          key={index}
          number={index + 1}
          template={template}
          onChange={(changed) => list.change(index, changed)}
          onRemove={() => list.remove(index)}
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {entries.length < maxReplyTemplates && (
        <Button
          ref={addButton}
          className={styles.addLink}
          variant="quiet"
          size="s"
          onClick={() => list.add(emptyTemplate)}
        >
          <Plus />
          Add a template
        </Button>
      )}
    </fieldset>
  );
}

interface TemplateProps {
  number: number;
  template: ReplyTemplate;
  onChange: (template: ReplyTemplate) => void;
  onRemove: () => void;
}

function TemplateFields({ number, template, onChange, onRemove }: TemplateProps) {
  return (
    <fieldset className={styles.fieldset} aria-label={`Template ${number}`}>
      <Field label="Template name">
        {(control) => (
          <div className={styles.withButton}>
            <input
              {...control}
              className={formStyles.input}
              type="text"
              autoComplete="off"
              value={template.name}
              onChange={(event) => onChange({ ...template, name: event.target.value })}
            />
            <IconButton
              className={styles.removeLink}
              label={`Remove template ${number}`}
              onClick={onRemove}
            >
              <Trash2 />
            </IconButton>
          </div>
        )}
      </Field>
      <InputField
        label="Subject"
        type="text"
        autoComplete="off"
        value={template.subject}
        onChange={(subject) => onChange({ ...template, subject })}
      />
      <TextareaField
        label="Text"
        rows={6}
        value={template.body}
        onChange={(body) => onChange({ ...template, body })}
      />
    </fieldset>
  );
}
