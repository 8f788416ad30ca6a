import { getFirstName } from '../../cover/public/sheet-words';
import { useErrorToast, useSessionRecovery } from '../../foundation/auth/admin/SessionProvider';
import type { LeadStatus } from '../../leads/contract';
import type { LeadDetail } from '../../leads/detail-contract';
import { hasStatus } from '../../lib/network/http-client';
import { useSite } from '../../lib/site';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/dialog/Dialog';
import { useCloseWhileOpen } from '../../ui/dialog/use-close-while-open';
import { InputField } from '../../ui/form/fields';
import { useToast } from '../../ui/toast/toast';
import { copyText } from '../../ui/toast/use-copy';
import type { AdminProposal } from '../contract';
import { formatProposalName, type SendingWay } from '../proposal';
import { useSendProposal } from './queries';

/** The statuses that stay when a proposal is sent. */
const keptStatuses: readonly LeadStatus[] = ['proposal_sent', 'closed_won'];

interface Props {
  lead: LeadDetail;
  proposal: AdminProposal;
  onSent: () => void;
  /** Called when another version is stored than the one that would be sent: to show that. */
  onOutdated: () => void;
  onClose: () => void;
}

/** Sends a proposal by email, or copies its link, which opens it for the client. */
export function SendDialog({ lead, proposal, onClose, ...props }: Props) {
  const onSent = useCloseWhileOpen(props.onSent);
  const onOutdated = useCloseWhileOpen(props.onOutdated);
  const { isMailOff } = useSite();
  const send = useSendProposal();
  const retryAfterSignIn = useSessionRecovery();
  const showError = useErrorToast();
  const toast = useToast();
  const { id, updatedAt, url, number } = proposal;
  const name = formatProposalName(number);
  const firstName = getFirstName(lead.contactName);

  /** @returns whether it is sent */
  async function trySend(by: SendingWay): Promise<boolean> {
    try {
      await retryAfterSignIn(() => send.mutateAsync({ id, updatedAt, by }));
      return true;
    } catch (error) {
      if (hasStatus(error, 412)) {
        toast({
          title: 'Proposal not sent',
          description:
            'Someone else changed it in the meantime. Check their version, then send it.',
          tone: 'bad',
        });
        onOutdated();
      } else showError(error);
      return false;
    }
  }

  async function mail() {
    if (!(await trySend('mail'))) return;
    toast({ title: `${name} is on its way to ${firstName}` });
    onSent();
  }

  async function copy() {
    // Before the request: some browsers allow it only at once.
    const isCopied = await copyText(url);
    if (!(await trySend('link'))) return;
    toast(
      isCopied
        ? { title: 'Link copied', description: `It opens ${name} for ${firstName}.` }
        : { title: 'The link could not be copied', description: 'Select it and copy it by hand.' },
    );
    if (isCopied) onSent();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Send ${name.toLowerCase()} to ${lead.contactName}`}
      description={`Whoever has the link can read and accept it.${
        keptStatuses.includes(lead.status)
          ? ''
          : ` Sending moves ${lead.companyName} to proposal sent.`
      }`}
      footer={
        <>
          <Button
            variant={isMailOff ? 'primary' : 'secondary'}
            busy={send.isPending && send.variables.by === 'link'}
            onClick={copy}
          >
            Copy link
          </Button>
          {!isMailOff && (
            <Button busy={send.isPending && send.variables.by === 'mail'} onClick={mail}>
              Send by email
            </Button>
          )}
        </>
      }
    >
      <p>
        {isMailOff
          ? 'Email is turned off. Copy the link, and send it yourself.'
          : `The email goes to ${lead.email}, with your note and the link.`}
      </p>
      <InputField label="Link" readOnly value={url} onFocus={(event) => event.target.select()} />
    </Dialog>
  );
}
