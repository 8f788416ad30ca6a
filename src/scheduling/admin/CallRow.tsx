import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatAddress } from '../../lib/format-text';
import { buildPhoneUrl } from '../../lib/phone-url';
import { formatTime } from '../../lib/time/format-date';
import { PhoneNumber } from '../../ui/PhoneNumber';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './CallRow.module.css';
import { formatCallStatus, getCallPersonName } from './call-labels';
import { isPlanned } from './call-lists';
import { CallDetail, SourceDetail } from './call-parts';
import type { Call } from './queries';

interface Props {
  call: Call;
  /** Small text below the time. */
  note: string;
  isNext?: boolean;
  /** The buttons. */
  actions: ReactNode;
  /** A question about the call, below it. */
  children?: ReactNode;
}

/** A call in a list: its time, contact and actions. */
export function CallRow({ call, note, isNext = false, actions, children }: Props) {
  return (
    <div
      className={styles.call}
      data-next={(isNext && call.start !== null) || undefined}
      data-canceled={call.status === 'canceled' || undefined}
    >
      {call.start === null ? (
        <span />
      ) : (
        <time className={styles.time} dateTime={call.start}>
          <b>{formatTime(new Date(call.start))}</b>
          <span className={textStyles.meta}>{note}</span>
        </time>
      )}
      <CallPerson call={call} />
      <span className={styles.actions}>{actions}</span>
      {children}
    </div>
  );
}

/** Contact of a call: name and company, phone number or email, and the link. */
function CallPerson({ call }: { call: Call }) {
  const { leadId, phone, meetingUrl, name, company, email } = call;
  const title = name ?? getCallPersonName(call);
  return (
    <div className={styles.person}>
      <b>{leadId ? <Link href={`/admin/leads/${leadId}`}>{title}</Link> : title}</b>
      {name && company && `, ${company}`}
      <p className={styles.reach}>
        {phone && <PhoneNumber phone={phone} />}
        {!buildPhoneUrl(phone) && email && <a href={`mailto:${email}`}>{email}</a>}
        {meetingUrl && (
          <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
            {formatAddress(meetingUrl)}
          </a>
        )}
        {!meetingUrl && buildPhoneUrl(phone) && isPlanned(call, new Date()) && (
          <b>By phone, you call</b>
        )}
      </p>
      {call.heldUntil !== null && call.status === 'booked' && (
        <CallDetail>
          {`Not confirmed yet. The time is held until ${formatTime(new Date(call.heldUntil))}.`}
        </CallDetail>
      )}
      {call.source !== 'site' && <CallDetail>{formatCallStatus(call)}</CallDetail>}
      <SourceDetail attribution={call.attribution} />
    </div>
  );
}
