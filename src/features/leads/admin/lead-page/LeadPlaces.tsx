import { Button, getButtonClass } from '../../../../ui/Button';
import { Phone } from '../../../../ui/desk-icons';
import type { LeadDetail } from '../../detail-contract';
import { buildCallLink, buildTextLink } from '../contact-links';
import { useRecordContact } from '../desk-queries';
import { isReachable } from '../labels';
import * as styles from './LeadPlaces.module.css';
import type { LeadDialog } from './use-lead-dialogs';

/** Links to the sections of the page, on phones. */
export function LeadPlaces() {
  return (
    <nav className={styles.places} aria-label="On this page">
      <a href="#timeline">Timeline</a>
      <a href="#facts">Facts</a>
      <a href="#deliveries">Deliveries</a>
    </nav>
  );
}

interface Props {
  lead: LeadDetail;
  onOpen: (dialog: LeadDialog) => void;
}

/** Bar at the bottom of a phone's screen, with the buttons to call and write to a lead. */
export function ReachBar({ lead, onOpen }: Props) {
  const { id, contactName, phone } = lead;
  const record = useRecordContact();
  if (!isReachable(lead)) return null;
  return (
    <fieldset className={styles.bar} aria-label={`Reach ${contactName}`}>
      {phone && (
        <>
          <a className={getButtonClass()} href={buildCallLink(phone)}>
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
