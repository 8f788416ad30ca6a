import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { ClientErrors } from '../../analytics/client-errors/admin/ClientErrors';
import { useRefreshLeads } from '../../leads/admin/queries';
import { buildLeadPath, buildListPath, noFilter } from '../../leads/admin/table/lead-filter';
import { Today } from '../../leads/admin/today/Today';
import type { useOverview } from '../../leads/admin/today/use-overview';
import type { LeadSummary } from '../../leads/contract';
import { loadCode } from '../../lib/browser/release-reload';
import { OpenProposals } from '../../proposals/admin/OpenProposals';
import type { OpenProposal } from '../../proposals/contract';
import { CallForms } from '../../scheduling/admin/call/CallForms';
import { CanceledCalls } from '../../scheduling/admin/call/call-questions';
import { DaySheet } from '../../scheduling/admin/DaySheet';
import { UpcomingCalls } from '../../scheduling/admin/UpcomingCalls';
import type { AdminCall } from '../../scheduling/contract';
import { Button } from '../../ui/Button';
import { useFocusKeeper } from '../../ui/dialog/use-focus-keeper';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { QueryState, Skeleton } from '../../ui/QueryState';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as styles from './admin.module.css';
import { buildTabUrl } from './admin-tabs';
import { DemoContent, useDemoContent } from './DemoContent';
import { SummaryCards } from './SummaryCards';
import { isSetupOpen, useSetup } from './setup-queries';

const Funnel = lazy(() => loadCode(() => import('../../analytics/admin/Funnel')));
const Demand = lazy(() => loadCode(() => import('../../cover/demand/admin/Demand')));

interface Props {
  leads: UseQueryResult<LeadSummary>;
  overview: ReturnType<typeof useOverview<AdminCall, OpenProposal>>;
  onReview: () => void;
}

/**
 * Overview tab: today's work, the key figures, upcoming calls, the funnel, the hours that
 * plans asked for, and errors in browsers.
 */
export function Overview({ leads, overview, onReview }: Props) {
  const refresh = useRefreshLeads();
  const page = useRef<HTMLElement>(null);
  useFocusKeeper(page);

  // Refresh when the tab opens, because new leads may have arrived.
  useEffect(() => {
    refresh.summary();
  }, []);

  return (
    <section aria-labelledby="overview-heading" ref={page}>
      <h2 id="overview-heading" className={layoutStyles.visuallyHidden}>
        Overview
      </h2>
      <Setup />
      <Activity leads={leads} onReview={onReview} />
      <Today
        query={overview}
        renderCalls={(calls, now) => (
          <DaySheet
            calls={calls}
            now={now}
            buildLeadPath={buildLeadPath}
            callsHref={buildTabUrl('calls')}
          />
        )}
        renderCanceledCalls={(calls) => <CanceledCalls calls={calls} />}
        renderProposals={(proposals) => <OpenProposals proposals={proposals} />}
      />
      <SummaryCards leads={leads} />
      <CallForms>
        <UpcomingCalls moreHref={buildTabUrl('calls')} />
      </CallForms>
      <ErrorBoundary name="Visit statistics">
        <Suspense>
          <Funnel />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary name="The hours that plans asked for">
        <Suspense>
          <Demand />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary name="The list of errors">
        <ClientErrors />
      </ErrorBoundary>
    </section>
  );
}

function Activity({ leads, onReview }: Pick<Props, 'leads' | 'onReview'>) {
  const { data: setup } = useSetup();
  return (
    <QueryState
      name="Recent activity"
      query={leads}
      className={styles.message}
      loading={
        <div className={styles.activity}>
          <Skeleton label="Loading..." blockClass={styles.activitySkeleton} />
        </div>
      }
    >
      {({ new: newLeads, suspected }) => (
        <div className={styles.activity}>
          {/* The specification's text, which also applies to one lead. */}
          <p>
            {newLeads > 0 ? `You have ${newLeads} new leads to review.` : 'No recent activity.'}
          </p>
          {newLeads > 0 && (
            // The main action of the first days is the next step of the checklist.
            <Button
              variant={!setup || isSetupOpen(setup) ? 'secondary' : 'primary'}
              onClick={onReview}
            >
              Review leads
            </Button>
          )}
          {suspected > 0 && (
            <div className={styles.spamCount}>
              Not counted:{' '}
              <Link href={buildListPath({ ...noFilter, status: 'suspect' })}>
                {`${suspected} suspected spam`}
              </Link>
            </div>
          )}
        </div>
      )}
    </QueryState>
  );
}

const SetupChecklist = lazy(() => loadCode(() => import('./SetupChecklist')));

/** Setup of the site: the checklist until it is done or hidden, and the demo content. */
function Setup() {
  const { data: setup } = useSetup();
  const demo = useDemoContent();
  if (!setup) return null;
  const isOpen = isSetupOpen(setup);
  return (
    <>
      {isOpen && (
        <ErrorBoundary name="The setup">
          <Suspense>
            <SetupChecklist setup={setup} onRemoveDemo={demo.ask} />
          </Suspense>
        </ErrorBoundary>
      )}
      <DemoContent offersRemoval={!isOpen} demo={demo} />
    </>
  );
}
