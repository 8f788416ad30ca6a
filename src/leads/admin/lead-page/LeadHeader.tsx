import { formatCount } from '../../../lib/format-number';
import { buildPhoneUrl } from '../../../lib/phone-url';
import { Button, getButtonClass } from '../../../ui/Button';
import { Mail, MessageSquare, Phone } from '../../../ui/icons/desk-icons';
import type { LeadDetail } from '../../detail-contract';
import { buildTextLink, formatIndustry, isReachable } from '../labels';
import { useRecordContact } from '../mutations';
import * as styles from './LeadPage.module.css';
import * as barStyles from './ReachBar.module.css';
import type { OpenDialog } from './use-lead-dialogs';

interface Props {
  lead: LeadDetail;
  onOpen: OpenDialog;
}

/** Company, contact, and the buttons to call and write to them. */
export function LeadHeader({ lead, onOpen }: Props) {
  const { companyName, contactName, industry, numberOfLocations, phone } = lead;
  const facts = [
    industry && formatIndustry(industry),
    numberOfLocations && formatCount(numberOfLocations, 'location'),
  ].filter(Boolean);
  return (
    <div className={styles.head}>
      <div>
        <h1>{companyName}</h1>
        <p className={styles.contact}>
          <b>{contactName}</b>
          {facts.length > 0 && `, ${facts.join(', ')}`}
        </p>
      </div>
      {isReachable(lead) && (
        <div className={styles.reach}>
          <CallAndText lead={lead} />
          <Button
            variant={buildPhoneUrl(phone) ? 'secondary' : 'primary'}
            onClick={() => onOpen('mail')}
          >
            <Mail />
            Mail
          </Button>
        </div>
      )}
    </div>
  );
}

/** Bar at the bottom of a phone's screen, with the buttons to call and write to a lead. */
export function ReachBar({ lead, onOpen }: Props) {
  if (!isReachable(lead)) return null;
  return (
    <fieldset className={barStyles.bar} aria-label={`Reach ${lead.contactName}`}>
      <CallAndText lead={lead} isShort />
      <Button variant="secondary" onClick={() => onOpen('mail')}>
        Mail
      </Button>
      <Button variant="secondary" onClick={() => onOpen('call')}>
        Log a call
      </Button>
    </fieldset>
  );
}

/** Links that call and text a lead, if it has a phone number. */
function CallAndText({ lead, isShort = false }: { lead: LeadDetail; isShort?: boolean }) {
  const { id, phone } = lead;
  const record = useRecordContact();
  const phoneUrl = buildPhoneUrl(phone);
  if (!phone || !phoneUrl) return null;
  return (
    <>
      <a className={getButtonClass()} href={phoneUrl}>
        <Phone />
        {isShort ? 'Call' : `Call ${phone}`}
      </a>
      <a
        className={getButtonClass('secondary')}
        href={buildTextLink(phone)}
        onClick={() => record.mutate({ id, channel: 'text' })}
      >
        {!isShort && <MessageSquare />}
        Text
      </a>
    </>
  );
}
