import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatRecentDateTime } from '../../../lib/time/format-date';
import { QueryState, Skeleton } from '../../../ui/QueryState';
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
  return (
    // Focusable for when the button that opened a dialog no longer exists.
    <section tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <QueryState
        name={title}
        query={query}
        className={styles.message}
        loading={
          <Skeleton label={`Loading ${title.toLowerCase()}...`} blockClass={styles.skeleton} />
        }
      >
        {children}
      </QueryState>
    </section>
  );
}

/** The newest security events. */
function SecurityEvents({ events }: { events: readonly SecurityEvent[] }) {
  if (events.length === 0)
    return <p>Nothing yet. Sign-ins, failures, changes and exports appear here.</p>;
  return (
    <ol className={styles.events}>
      {events.map(({ id, kind, detail, address, agent, at }) => (
        <li key={id} data-kind={kind}>
          <time dateTime={at}>{formatRecentDateTime(at)}</time>
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
