import { formatRecentDateTime } from '../../../lib/format-date';
import { type SecurityEvent, securityEventLabels } from '../security-contract';

/** The newest security events. */
export function SecurityEvents({ events }: { events: readonly SecurityEvent[] }) {
  if (events.length === 0) return <p>Nothing yet. Sign-ins, failures and changes appear here.</p>;
  return (
    <ol className="log">
      {events.map(({ id, kind, detail, address, agent, at }) => (
        <li key={id} data-kind={kind}>
          <time className="num" dateTime={at}>
            {formatRecentDateTime(at)}
          </time>
          <span>
            {securityEventLabels[kind]}
            {detail && <small>{detail}</small>}
          </span>
          <span className="from">{[agent, address].filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </ol>
  );
}
