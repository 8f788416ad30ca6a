import { useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/use-try-save';
import { settingsPatch } from '../../../foundation/environment/contract';
import type { ReplyTemplate } from '../../../foundation/environment/reply-templates';
import { Button } from '../../../ui/Button';
import { FormError } from '../../../ui/Field';
import { FormDialog } from '../../../ui/FormDialog';
import { InputField, SelectField, TextareaField } from '../../../ui/fields';
import { useToast } from '../../../ui/toast';
import * as styles from './dialogs.module.css';
import { useReplyTemplates, useSaveReplyTemplates } from './reply-templates';

const newTemplate: ReplyTemplate = { name: 'New template', subject: '', body: '' };

const fields = [
  { name: 'name', label: 'Name', maxLength: 60 },
  { name: 'subject', label: 'Subject', maxLength: 150 },
] as const;

/** State of the form: the templates, the one that is edited, and the first error. */
function useTemplatesForm(onSaved: () => void) {
  const { data: stored } = useReplyTemplates();
  const [templates, setTemplates] = useState<readonly ReplyTemplate[]>(stored?.templates ?? []);
  const [index, setIndex] = useState(0);
  const [error, setError] = useState<string>();
  const save = useSaveReplyTemplates();
  const trySave = useTrySave();
  const toast = useToast();

  const change = (part: Partial<ReplyTemplate>) =>
    setTemplates(templates.map((one, at) => (at === index ? { ...one, ...part } : one)));

  function add() {
    setTemplates([...templates, newTemplate]);
    setIndex(templates.length);
  }

  function remove() {
    setTemplates(templates.toSpliced(index, 1));
    setIndex(0);
  }

  async function submit() {
    if (!stored) return;
    const input = settingsPatch.safeParse({ replyTemplates: templates });
    const issue = input.error?.issues[0];
    // The path has the template's position.
    const position = issue?.path[1];
    if (typeof position === 'number') setIndex(position);
    setError(issue && `${String(issue.path[2] ?? 'templates')}: ${issue.message}`);
    if (issue) return;
    const { version } = stored;
    if (!(await trySave(() => save.mutateAsync({ templates, version })))) return;
    toast({ title: 'Templates saved' });
    onSaved();
  }

  return {
    templates,
    index,
    setIndex,
    error,
    change,
    add,
    remove,
    submit,
    isSaving: save.isPending,
  };
}

/** Edits the templates of the owner's mails. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const form = useTemplatesForm(onClose);
  const { templates, index, setIndex } = form;
  const current = templates[index];
  return (
    <FormDialog
      title="Reply templates"
      submitLabel={form.isSaving ? 'Saving...' : 'Save templates'}
      isBusy={form.isSaving}
      formClass={styles.form}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FormError message={form.error} />
      <SelectField
        label="Template to edit"
        value={index}
        options={templates.map(({ name }, at) => ({ value: at, label: name }))}
        onChange={setIndex}
      />
      <div className={styles.actions}>
        <Button variant="secondary" size="s" onClick={form.add}>
          Add template
        </Button>
        <Button variant="quiet" size="s" disabled={templates.length === 1} onClick={form.remove}>
          Remove this one
        </Button>
      </div>
      {current && <TemplateFields template={current} onChange={form.change} />}
    </FormDialog>
  );
}

interface TemplateFieldsProps {
  template: ReplyTemplate;
  onChange: (part: Partial<ReplyTemplate>) => void;
}

function TemplateFields({ template, onChange }: TemplateFieldsProps) {
  return (
    <>
      {fields.map(({ name, label, maxLength }) => (
        <InputField
          key={name}
          label={label}
          maxLength={maxLength}
          value={template[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <TextareaField
        label="Text"
        hint="{name}, {company} and {site} are filled in."
        rows={8}
        maxLength={5_000}
        value={template.body}
        onChange={(body) => onChange({ body })}
      />
    </>
  );
}
