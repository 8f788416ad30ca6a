import { useState } from 'react';
import { useSite } from '../../../../lib/site';
import { Button, getButtonClass } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { Field } from '../../../../ui/Field';
import * as formStyles from '../../../../ui/form.module.css';
import type { LeadDetail } from '../../contract';
import { buildMailLink } from '../contact-links';
import { useRecordContact } from '../desk-queries';
import { defaultReplyTemplates, fillTemplate } from './reply-templates';

/** Longer texts are cut by mail programs that get them in a link. */
const maxBodyLength = 1_800;
const maxSubjectLength = 200;

/** Starts a mail to a lead in the owner's mail program, from a template, and records that. */
export function MailDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const { name: siteName } = useSite();
  const record = useRecordContact();
  const [choice, setChoice] = useState(0);
  const [message, setMessage] = useState(() => start(0));

  function start(index: number) {
    const template = defaultReplyTemplates[index];
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
      <Field label="Template">
        {(control) => (
          <select
            {...control}
            className={formStyles.input}
            value={choice}
            onChange={(event) => choose(Number(event.target.value))}
          >
            {defaultReplyTemplates.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
            <option value={-1}>Empty mail</option>
          </select>
        )}
      </Field>
      <Field label="Subject">
        {(control) => (
          <input
            {...control}
            className={formStyles.input}
            maxLength={maxSubjectLength}
            value={message.subject}
            onChange={(event) => setMessage({ ...message, subject: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Text"
        hint={
          lead.status === 'new'
            ? 'Opening your mail program moves the lead from new to contacted.'
            : 'The timeline shows that you began a mail.'
        }
      >
        {(control) => (
          <textarea
            {...control}
            className={formStyles.input}
            rows={9}
            maxLength={maxBodyLength}
            value={message.body}
            onChange={(event) => setMessage({ ...message, body: event.target.value })}
          />
        )}
      </Field>
    </Dialog>
  );
}
