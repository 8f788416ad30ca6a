import { useState } from 'react';
import { useSite } from '../../../lib/site';
import { Button, getButtonClass } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { InputField, SelectField, TextareaField } from '../../../ui/fields';
import * as linkStyles from '../../../ui/link-button.module.css';
import { QueryState } from '../../../ui/QueryState';
import { Spinner } from '../../../ui/Spinner';
import type { LeadDetail } from '../../detail-contract';
import { buildMailLink } from '../labels';
import { useRecordContact } from '../mutations';
import * as styles from './Records.module.css';
import { fillTemplate, type StoredTemplates, useReplyTemplates } from './reply-templates';
import { TemplatesDialog } from './TemplatesDialog';

const maxBodyLength = 5_000;
const maxSubjectLength = 200;

interface Props {
  lead: LeadDetail;
  onClose: () => void;
}

/** Starts a mail to a lead in the owner's mail program, from a template, and records that. */
export function MailDialog({ lead, onClose }: Props) {
  const query = useReplyTemplates();
  if (query.data) {
    // The key resets the form when the owner has edited the templates.
    return (
      <MailForm
        key={JSON.stringify(query.data.templates)}
        stored={query.data}
        lead={lead}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title={`Mail to ${lead.contactName}`}>
      <QueryState
        name="The templates"
        display="line"
        query={query}
        className={styles.small}
        loading={
          <p role="status">
            <Spinner />
            Loading...
          </p>
        }
      />
    </Dialog>
  );
}

function MailForm({ lead, stored, onClose }: Props & { stored: StoredTemplates }) {
  const { templates } = stored;
  const { name: siteName } = useSite();
  const record = useRecordContact();
  const [isEditing, setIsEditing] = useState(false);
  const [choice, setChoice] = useState(0);
  const [message, setMessage] = useState(() => start(0));

  function start(index: number) {
    const template = templates[index];
    return template ? fillTemplate(template, lead, siteName) : { subject: '', body: '' };
  }

  function choose(index: number) {
    setChoice(index);
    setMessage(start(index));
  }

  function recordReply() {
    record.mutate({ id: lead.id, channel: 'mail', note: message.subject.trim() || null });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Mail to ${lead.contactName}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <a
            className={getButtonClass()}
            href={buildMailLink(lead.email, message)}
            onClick={recordReply}
          >
            Open in mail program
          </a>
        </>
      }
    >
      <SelectField
        label="Template"
        value={choice}
        options={[
          ...templates.map(({ name }, index) => ({ value: index, label: name })),
          { value: -1, label: 'Empty mail' },
        ]}
        onChange={choose}
      />
      <p>
        <button type="button" className={linkStyles.linkButton} onClick={() => setIsEditing(true)}>
          Edit templates
        </button>
      </p>
      <MessageFields message={message} isNew={lead.status === 'new'} onChange={setMessage} />
      {isEditing && <TemplatesDialog stored={stored} onClose={() => setIsEditing(false)} />}
    </Dialog>
  );
}

interface MessageFieldsProps {
  message: { subject: string; body: string };
  /** Whether the mail is the first answer to the lead. */
  isNew: boolean;
  onChange: (message: { subject: string; body: string }) => void;
}

function MessageFields({ message, isNew, onChange }: MessageFieldsProps) {
  return (
    <>
      <InputField
        label="Subject"
        maxLength={maxSubjectLength}
        value={message.subject}
        onChange={(subject) => onChange({ ...message, subject })}
      />
      <TextareaField
        label="Text"
        hint={
          isNew
            ? 'Opening your mail program moves the lead from new to contacted.'
            : 'The timeline shows that you began a mail.'
        }
        rows={9}
        maxLength={maxBodyLength}
        value={message.body}
        onChange={(body) => onChange({ ...message, body })}
      />
    </>
  );
}
