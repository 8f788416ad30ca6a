import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatRecentDateTime } from '../../../lib/format-date';
import { LoadFailure } from '../../../ui/LoadFailure';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as stateStyles from '../../../ui/states.module.css';
import * as textStyles from '../../../ui/text.module.css';
import { type SecurityEvent, securityEventLabels } from '../contract';
import { SecondFactorPanel } from './SecondFactorPanel';
import * as styles from './SecurityView.module.css';
import { SessionList } from './SessionList';
import { useSecondFactor, useSecurityEvents, useSessions } from './security-queries';

/** Security view: second factor, sessions, events. */
export default function SecurityView() {
  const secondFactor = useSecondFactor();
  const sessions = useSessions();
  const events = useSecurityEvents();
  return (
    <div className={styles.view}>
      <Section title="Second factor" query={secondFactor}>
        {(state) => <SecondFactorPanel state={state} />}
      </Section>
      <Section title="Active sessions" query={sessions}>
        {(list) => (
          <SessionList sessions={list} needsCode={Boolean(secondFactor.data?.enabledAt)} />
        )}
      </Section>
      <Section title="Security activity" query={events}>
        {(list) => <SecurityEvents events={list} />}
      </Section>
    </div>
  );
}

interface SectionProps<T> {
  title: string;
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** A section of the view with its loading and error states. */
function Section<T>({ title, query, children }: SectionProps<T>) {
  const { data, isError } = query;
  return (
    // Focusable for when the button that opened a dialog no longer exists.
    <section tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      {data !== undefined && children(data)}
      {data === undefined && isError && (
        <LoadFailure name={title} query={query} className={styles.message} />
      )}
      {data === undefined && !isError && (
        <p role="status">
          <span className={`${stateStyles.skeleton} ${styles.skeleton}`} />
          <span className={layoutStyles.visuallyHidden}>Loading {title.toLowerCase()}...</span>
        </p>
      )}
    </section>
  );
}

/** The newest security events. */
function SecurityEvents({ events }: { events: readonly SecurityEvent[] }) {
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
