import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadVersion, patchVersion } from '../../../content/kit/versions';
import { getFirstName } from '../../../cover/public/sheet-words';
import {
  type SettingsForOwner,
  settingFields,
  settingsPatch,
} from '../../../foundation/environment/contract';
import {
  defaultReplyTemplates,
  type ReplyTemplate,
} from '../../../foundation/environment/reply-templates';
import type { CheckedValues } from '../../../foundation/forms/form-state';
import { useVersionedForm } from '../../../foundation/forms/use-versioned-form';
import { Button } from '../../../ui/Button';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { FormError } from '../../../ui/form/Field';
import { InputField, SelectField, TextareaField } from '../../../ui/form/fields';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { useToast } from '../../../ui/toast/toast';
import type { Lead } from '../../contract';
import * as styles from '../dialogs.module.css';

const newTemplate: ReplyTemplate = { name: 'New template', subject: '', body: '' };

const fields = [
  { name: 'name', label: 'Name', maxLength: 60 },
  { name: 'subject', label: 'Subject', maxLength: 150 },
] as const;

type Values = { replyTemplates: readonly ReplyTemplate[] };

/** Finds the first error, and the position of its template. */
function checkTemplates(values: Values) {
  const input = settingsPatch.safeParse(values);
  const issue = input.error?.issues[0];
  const [, position, field = 'templates'] = issue?.path ?? [];
  return {
    position: typeof position === 'number' ? position : undefined,
    message: issue && `${String(field)}: ${issue.message}`,
  };
}

/** State of the form: the templates, the one that is edited, and the first error. */
function useTemplatesForm(stored: StoredTemplates, close: () => void) {
  const onClose = useCloseWhileOpen(close);
  const [index, setIndex] = useState(0);
  const save = useSaveReplyTemplates();
  const toast = useToast();
  const form = useVersionedForm({
    stored,
    toValues: ({ templates }: StoredTemplates): Values => ({ replyTemplates: templates }),
    check(values): CheckedValues<Values['replyTemplates']> {
      const { message } = checkTemplates(values);
      return message ? { errors: { replyTemplates: message } } : { input: values.replyTemplates };
    },
    save: (templates, { version }) => save.mutateAsync({ templates, version }),
    load: () => loadTemplates(),
    onSaved(_, isEdited) {
      toast({ title: 'Templates saved' });
      if (!isEdited) onClose();
    },
    onClose,
    onRejected: (values) => setIndex(checkTemplates(values).position ?? index),
    subject: 'these templates',
    labels: { replyTemplates: 'Reply templates' },
    formatValue: (_, value) => (Array.isArray(value) ? value.map(formatTemplate).join('\n\n') : ''),
  });
  const { replyTemplates: templates } = form.state.values;
  const set = (replyTemplates: Values['replyTemplates']) => form.state.set({ replyTemplates });

  return {
    ...form,
    templates,
    index,
    setIndex,
    change: (part: Partial<ReplyTemplate>) =>
      set(templates.map((one, at) => (at === index ? { ...one, ...part } : one))),
    add() {
      set([...templates, newTemplate]);
      setIndex(templates.length);
    },
    remove() {
      set(templates.toSpliced(index, 1));
      setIndex(0);
    },
  };
}

const formatTemplate = ({ name, subject, body }: ReplyTemplate): string =>
  [name, subject, body].join('\n');

interface Props {
  stored: StoredTemplates;
  onClose: () => void;
}

/** Edits the templates of the owner's mails. */
export function TemplatesDialog({ stored, onClose }: Props) {
  const form = useTemplatesForm(stored, onClose);
  const { templates, index, setIndex, busy } = form;
  const current = templates[index];
  return (
    <>
      <FormDialog
        title="Reply templates"
        submitLabel={busy ? 'Saving...' : 'Save templates'}
        isBusy={busy}
        formClass={styles.form}
        formRef={form.formRef}
        onSubmit={() => void form.submit()}
        onClose={form.close}
      >
        <FormError message={form.state.errors.replyTemplates} />
        <SelectField
          label="Template to edit"
          value={index}
          options={templates.map(({ name }, at) => ({ value: at, label: name }))}
          onChange={setIndex}
        />
        <div className={layoutStyles.actions}>
          <Button variant="secondary" size="touch" onClick={form.add}>
            Add template
          </Button>
          <Button
            variant="quiet"
            size="touch"
            disabled={templates.length === 1}
            onClick={form.remove}
          >
            Remove this one
          </Button>
        </div>
        {current && (
          <>
            {fields.map(({ name, label, maxLength }) => (
              <InputField
                key={name}
                label={label}
                maxLength={maxLength}
                value={current[name]}
                onChange={(value) => form.change({ [name]: value })}
              />
            ))}
            <TextareaField
              label="Text"
              hint="{name}, {company} and {site} are filled in."
              rows={8}
              maxLength={5_000}
              value={current.body}
              onChange={(body) => form.change({ body })}
            />
          </>
        )}
      </FormDialog>
      {form.dialogs}
    </>
  );
}

const settingsUrl = '/api/settings';
const templatesKey = ['/api', 'settings', 'replyTemplates'] as const;

export interface StoredTemplates {
  templates: readonly ReplyTemplate[];
  /** The version of the settings, to save a change of this one. */
  version: string;
  /** The site has a mail server. */
  hasMailServer: boolean;
}

function readTemplates({ fields, version }: SettingsForOwner): StoredTemplates {
  const { data } = settingFields.replyTemplates.safeParse(fields.replyTemplates?.value);
  return {
    templates: data ?? defaultReplyTemplates,
    version,
    hasMailServer: Boolean(fields.smtpHost?.value),
  };
}

/** Loads the templates of the owner's mails, which are a setting. */
const loadTemplates = async (signal?: AbortSignal): Promise<StoredTemplates> =>
  readTemplates(await loadVersion<SettingsForOwner>(settingsUrl, signal));

export const useReplyTemplates = () =>
  useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => loadTemplates(signal),
    staleTime: 0,
  });

/** Stores the templates, unless the settings have changed meanwhile. */
function useSaveReplyTemplates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ templates, version }: Omit<StoredTemplates, 'hasMailServer'>) =>
      readTemplates(
        await patchVersion<SettingsForOwner>(settingsUrl, version, { replyTemplates: templates }),
      ),
    onSuccess: (stored) => client.setQueryData(templatesKey, stored),
  });
}

/** Fills in a template for a lead. */
export function fillTemplate(
  { subject, body }: ReplyTemplate,
  lead: Pick<Lead, 'contactName' | 'companyName'>,
  siteName: string,
): { subject: string; body: string } {
  const values: Record<string, string> = {
    name: getFirstName(lead.contactName),
    company: lead.companyName,
    site: siteName,
  };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return { subject: fill(subject), body: fill(body) };
}
