import { formatRecentDateTime } from '../../../lib/format-date';
import * as textStyles from '../../../ui/text.module.css';
import { type SecurityEvent, securityEventLabels } from '../security-contract';
import * as styles from './SecurityView.module.css';

/** The newest security events. */
export function SecurityEvents({ events }: { events: readonly SecurityEvent[] }) {
  if (events.length === 0) return <p>Nothing yet. Sign-ins, failures and changes appear here.</p>;
  return (
    <ol className={styles.events}>
      {events.map(({ id, kind, detail, address, agent, at }) => (
        <li key={id} data-kind={kind}>
          <time className={textStyles.tabularNumbers} dateTime={at}>
            {formatRecentDateTime(at)}
          </time>
          <span>
            {securityEventLabels[kind]}
            {detail && <small>{detail}</small>}
          </span>
          <span className={styles.origin}>{[agent, address].filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </ol>
  );
}
