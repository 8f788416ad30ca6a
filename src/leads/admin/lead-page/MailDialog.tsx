import { useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/SessionProvider';
import { useErrorFocus } from '../../../foundation/auth/admin/use-form-submit';
import { collectFieldMessages } from '../../../lib/errors';
import { useSite } from '../../../lib/site';
import { Button, getButtonClass } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { useUnsavedDialog } from '../../../ui/dialog/use-unsaved-dialog';
import { InputField, SelectField, TextareaField } from '../../../ui/form/fields';
import { LinkButton } from '../../../ui/LinkButton';
import { QueryState } from '../../../ui/QueryState';
import { Spinner } from '../../../ui/Spinner';
import { useToast } from '../../../ui/toast/toast';
import type { Lead } from '../../contract';
import { type ContactChannel, mailInput } from '../../detail-contract';
import * as dialogStyles from '../dialogs.module.css';
import { buildMailLink } from '../labels';
import { useRecordContact, useSendMail } from '../mutations';
import * as styles from './Records.module.css';
import {
  fillTemplate,
  type StoredTemplates,
  TemplatesDialog,
  useReplyTemplates,
} from './TemplatesDialog';

/** The subject and the text of a mail. */
type MailText = ReturnType<typeof fillTemplate>;

const maxBodyLength = 5_000;
const maxSubjectLength = 200;

/** The person to whom a mail is written. */
export type MailRecipient = Pick<Lead, 'id' | 'contactName' | 'companyName' | 'email' | 'status'>;

interface Props {
  lead: MailRecipient;
  onClose: () => void;
}

/**
 * Writes a mail to a lead from a template: sent by the site's mail server, or opened in the owner's
 * mail program.
 */
export function MailDialog({ lead, onClose }: Props) {
  const query = useReplyTemplates();
  if (query.data) return <MailForm stored={query.data} lead={lead} onClose={onClose} />;
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

function MailForm({ lead, stored, ...props }: Props & { stored: StoredTemplates }) {
  const onClose = useCloseWhileOpen(props.onClose);
  const { templates, hasMailServer } = stored;
  const { name: siteName } = useSite();
  const [isEditing, setIsEditing] = useState(false);
  const [choice, setChoice] = useState(0);
  /** The texts that the owner has changed, by the template that was chosen. */
  const [typed, setTyped] = useState<Readonly<Record<number, MailText>>>({});
  const message = typed[choice] ?? fill(choice);
  const [isOpened, setIsOpened] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const { error } = mailInput.safeParse(message);
  const errors = isChecked && error ? collectFieldMessages(error.issues) : {};
  const { formRef, focusFirstError } = useErrorFocus();
  const send = useSendMail();
  const trySave = useTrySave();
  const toast = useToast();
  const isUnsent = Object.keys(typed).length > 0 && !isOpened && !send.isSuccess;
  const { close, unsavedDialog } = useUnsavedDialog(isUnsent, onClose);

  function fill(index: number): MailText {
    const template = templates[index];
    return template ? fillTemplate(template, lead, siteName) : { subject: '', body: '' };
  }

  const change = (part: Partial<MailText>) =>
    setTyped({ ...typed, [choice]: { ...message, ...part } });

  async function submit() {
    setIsChecked(true);
    if (error) return focusFirstError();
    if (!(await trySave(() => send.mutateAsync({ id: lead.id, ...message })))) return;
    toast({ title: `Mail to ${lead.contactName} is on its way` });
    onClose();
  }

  if (isOpened) {
    return (
      <DidYouSend
        lead={lead}
        channel="mail"
        note={message.subject.trim() || null}
        onSent={onClose}
        // The mail program may not have opened: the text is still needed.
        onClose={() => setIsOpened(false)}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={close}
      title={`Mail to ${lead.contactName}`}
      footer={
        <>
          <a
            className={getButtonClass(hasMailServer ? 'quiet' : 'primary')}
            href={buildMailLink(lead.email, message)}
            onClick={() => setIsOpened(true)}
          >
            Open in my mail program
          </a>
          {hasMailServer && (
            <Button busy={send.isPending} onClick={submit}>
              {send.isPending ? 'Sending...' : 'Send'}
            </Button>
          )}
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
        onChange={setChoice}
      />
      <p>
        <LinkButton disabled={send.isPending} onClick={() => setIsEditing(true)}>
          Edit templates
        </LinkButton>
      </p>
      <form
        ref={formRef}
        className={dialogStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (hasMailServer) void submit();
        }}
        noValidate
      >
        <InputField
          label="Subject"
          error={errors.subject}
          maxLength={maxSubjectLength}
          readOnly={send.isPending}
          value={message.subject}
          onChange={(subject) => change({ subject })}
        />
        <TextareaField
          label="Text"
          error={errors.body}
          rows={9}
          maxLength={maxBodyLength}
          readOnly={send.isPending}
          value={message.body}
          onChange={(body) => change({ body })}
        />
      </form>
      {isEditing && <TemplatesDialog stored={stored} onClose={() => setIsEditing(false)} />}
      {unsavedDialog}
    </Dialog>
  );
}

interface SentProps extends Props {
  channel: ContactChannel;
  /** Stored with the contact. */
  note: string | null;
  onSent: () => void;
}

/** Asks whether what was opened in the owner's own program was sent, which the site can't see. */
function DidYouSend({ lead, channel, note, onClose, ...props }: SentProps) {
  const onSent = useCloseWhileOpen(props.onSent);
  const record = useRecordContact();
  const trySave = useTrySave();

  async function recordContact() {
    if (await trySave(() => record.mutateAsync({ id: lead.id, channel, note }))) onSent();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Did you send it?"
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not yet
          </Button>
          <Button busy={record.isPending} onClick={recordContact}>
            Yes, it is sent
          </Button>
        </>
      }
    >
      <p>
        {lead.status === 'new'
          ? `“Yes” moves ${lead.companyName} from new to contacted, and its 24 hours stop.`
          : 'The timeline shows that you wrote.'}
      </p>
    </Dialog>
  );
}

/** Asks whether a text was sent, after its link has opened the owner's messages. */
export const TextDialog = (props: Props) => (
  <DidYouSend {...props} channel="text" note={null} onSent={props.onClose} />
);
