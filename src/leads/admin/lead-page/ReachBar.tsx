import { buildPhoneUrl } from '../../../lib/phone-url';
import { Button, getButtonClass } from '../../../ui/Button';
import { Phone } from '../../../ui/desk-icons';
import type { LeadDetail } from '../../detail-contract';
import { buildTextLink, isReachable } from '../labels';
import { useRecordContact } from '../mutations';
import * as styles from './ReachBar.module.css';
import type { LeadDialog } from './use-lead-dialogs';

interface Props {
  lead: LeadDetail;
  onOpen: (dialog: LeadDialog) => void;
}

/** Bar at the bottom of a phone's screen, with the buttons to call and write to a lead. */
export function ReachBar({ lead, onOpen }: Props) {
  const { id, contactName, phone } = lead;
  const record = useRecordContact();
  const phoneUrl = buildPhoneUrl(phone);
  if (!isReachable(lead)) return null;
  return (
    <fieldset className={styles.bar} aria-label={`Reach ${contactName}`}>
      {phone && phoneUrl && (
        <>
          <a className={getButtonClass()} href={phoneUrl}>
            <Phone />
            Call
          </a>
          <a
            className={getButtonClass('secondary')}
            href={buildTextLink(phone)}
            onClick={() => record.mutate({ id, channel: 'text' })}
          >
            Text
          </a>
        </>
      )}
      <Button variant="secondary" onClick={() => onOpen('mail')}>
        Mail
      </Button>
      <Button variant="secondary" onClick={() => onOpen('call')}>
        Log a call
      </Button>
    </fieldset>
  );
}
