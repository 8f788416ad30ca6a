import { formatCount } from '../../../lib/format-number';
import { buildPhoneUrl } from '../../../lib/phone-url';
import { Button, getButtonClass } from '../../../ui/Button';
import { Mail, MessageSquare, Phone } from '../../../ui/desk-icons';
import type { LeadDetail } from '../../detail-contract';
import { buildTextLink, formatIndustry, isReachable } from '../labels';
import { useRecordContact } from '../mutations';
import * as styles from './LeadPage.module.css';
import type { LeadDialog } from './use-lead-dialogs';

interface Props {
  lead: LeadDetail;
  onOpen: (dialog: LeadDialog) => void;
}

/** Company, contact, and the buttons to call and write to them. */
export function LeadHeader({ lead, onOpen }: Props) {
  const { companyName, contactName, industry, numberOfLocations, phone } = lead;
  const record = useRecordContact();
  const phoneUrl = buildPhoneUrl(phone);
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
          {phone && phoneUrl && (
            <>
              <a className={getButtonClass()} href={phoneUrl}>
                <Phone />
                Call {phone}
              </a>
              <a
                className={getButtonClass('secondary')}
                href={buildTextLink(phone)}
                onClick={() => record.mutate({ id: lead.id, channel: 'text' })}
              >
                <MessageSquare />
                Text
              </a>
            </>
          )}
          <Button variant={phoneUrl ? 'secondary' : 'primary'} onClick={() => onOpen('mail')}>
            <Mail />
            Mail
          </Button>
        </div>
      )}
    </div>
  );
}
