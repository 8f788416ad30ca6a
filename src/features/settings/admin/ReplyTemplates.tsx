import { useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { maxReplyTemplates } from '../../../foundation/settings/contract';
import type { ReplyTemplate } from '../../../foundation/settings/reply-templates';
import { Plus, Trash2 } from '../../../ui/admin-icons';
import { Button, IconButton } from '../../../ui/Button';
import { Field, FieldError } from '../../../ui/Field';
import { InputField, TextareaField } from '../../../ui/fields';
import * as formStyles from '../../../ui/form.module.css';
import * as styles from './SettingFields.module.css';
import { useSettingsContext } from './SettingsContext';
import { formatTemplateValue, parseTemplateValue } from './setting-values';

const fieldName: string = 'replyTemplates';

const emptyTemplate: ReplyTemplate = { name: '', subject: '', body: '' };

/** The templates of the owner's mails to leads. */
export function ReplyTemplates() {
  const { form } = useSettingsContext();
  const { field } = useController({ control: form.hook.control, name: fieldName });
  const values = Array.isArray(field.value) ? field.value : [];
  const error = form.hook.formState.errors[fieldName]?.message;
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);

  const change = (index: number, template: ReplyTemplate) =>
    field.onChange(values.map((one, at) => (at === index ? formatTemplateValue(template) : one)));

  function remove(index: number) {
    field.onChange(values.filter((_, at) => at !== index));
    // The button that had the focus is gone.
    addButton.current?.focus();
  }

  return (
    <fieldset className={`${styles.group} ${styles.fieldset}`} aria-labelledby={id}>
      <h3 id={id}>{form.labels[fieldName]}</h3>
      <p className={formStyles.hint}>
        {'{name}, {company} and {site} are filled in with the lead’s and your own.'}
      </p>
      {values.map((value, index) => (
        <TemplateFields
          key={index}
          number={index + 1}
          template={parseTemplateValue(value)}
          onChange={(template) => change(index, template)}
          onRemove={() => remove(index)}
        />
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {values.length < maxReplyTemplates && (
        <Button
          ref={addButton}
          className={styles.addLink}
          variant="quiet"
          size="s"
          onClick={() => field.onChange([...values, formatTemplateValue(emptyTemplate)])}
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
