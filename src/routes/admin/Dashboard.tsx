import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { collections } from '../../content/collections/collections';
import { contentCountsKey } from '../../content/counts/queries';
import type { CollectionTabContent } from '../../content/kit/list/CollectionTab';
import { DemoIdsProvider } from '../../content/kit/list/PublishState';
import type { AuditEntry } from '../../foundation/audit/contract';
import { useNow } from '../../leads/admin/format-due';
import { LeadsTab } from '../../leads/admin/LeadsTab';
import { useLeadSummary } from '../../leads/admin/queries';
import { parseLeadPath } from '../../leads/admin/table/lead-filter';
import { useOverview } from '../../leads/admin/today/use-overview';
import { loadCode } from '../../lib/browser/release-reload';
import { useSite } from '../../lib/site';
import { getDateFormat } from '../../lib/time/format-date';
import { LeadPayments } from '../../payments/admin/LeadPayments';
import { formatPaymentHistory, paymentAuditSubject } from '../../payments/history';
import type { OpenProposal } from '../../proposals/contract';
import { formatProposalHistory, proposalAuditSubject } from '../../proposals/history';
import { formatCallHistory } from '../../scheduling/admin/call-labels';
import { LeadCalls } from '../../scheduling/admin/LeadCalls';
import type { AdminCall } from '../../scheduling/contract';
import { callAuditSubject } from '../../scheduling/history';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { ArrowLeft } from '../../ui/icons/desk-icons';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { preloadToastView } from '../../ui/toast/toast';
import { settingsPath } from '../page';
import { AdminHeader } from './AdminHeader';
import * as styles from './admin.module.css';
import { adminTabs, buildTabUrl, findView, getPlace, parseTab } from './admin-tabs';
import { BottomBar } from './BottomBar';
import { demoKey, useDemoState } from './DemoContent';
import { LeadView } from './LeadView';
import { Overview } from './Overview';
import { TabLinks } from './TabLinks';

const modules = import.meta.glob<CollectionTabContent>(
  '../../content/collections/*/admin/tab.tsx',
  {
    eager: true,
    import: 'default',
  },
);

/** The content of each collection's tab, by the tab's name in the URL. */
const contentTabs: ReadonlyMap<string, CollectionTabContent> = new Map(
  collections.map(({ path, tab }) => {
    const Content = modules[`../../content/collections/${path}/admin/tab.tsx`];
    if (!Content) throw new Error(`src/content/collections/${path}/admin/tab.tsx is missing.`);
    return [tab, Content];
  }),
);

/** Names the browser's tab: the number of new leads, then what is shown. */
function useAdminTitle(label: string, newLeads: number): void {
  const { name } = useSite();
  useEffect(() => {
    document.title = `${newLeads > 0 ? `(${newLeads}) ` : ''}${label} · ${name}`;
  }, [label, newLeads, name]);
}

const day = getDateFormat({ weekday: 'long', month: 'long', day: 'numeric' });

/** The date as "Wednesday, March 18", in the site's time zone. */
const TodayDate = () => <span>{day.format(useNow())}</span>;

function describeEvent({ subject, after }: AuditEntry): string | undefined {
  if (subject === paymentAuditSubject) return formatPaymentHistory(after);
  if (subject === callAuditSubject) return formatCallHistory(after);
  if (subject === proposalAuditSubject) return formatProposalHistory(after);
  return undefined;
}

/** The leads, each with its payments and calls. */
function LeadsView() {
  return (
    <LeadsTab
      describeEvent={describeEvent}
      renderPanels={(leadId, onLeadChange) => (
        <>
          <LeadPayments id={leadId} />
          <LeadCalls id={leadId} onLeadChange={onLeadChange} />
        </>
      )}
    />
  );
}

const CallsView = lazy(() => loadCode(() => import('../../scheduling/admin/CallsView')));
const HoursView = lazy(() =>
  loadCode(() => import('../../scheduling/admin/availability/HoursView')),
);
const SecurityView = lazy(() => loadCode(() => import('../../foundation/auth/admin/SecurityView')));
const WebhooksView = lazy(() =>
  loadCode(() => import('../../foundation/webhooks/admin/WebhooksView')),
);

/** The dashboard: the tabs, and the one that is shown. */
export function Dashboard() {
  const [path, navigate] = useLocation();
  const leadId = parseLeadPath(path);
  const requestedTab = parseTab(useSearch());
  const tab = leadId === undefined ? requestedTab : 'leads';
  const summary = useLeadSummary();
  const overview = useOverview<AdminCall, OpenProposal>();
  const view = findView(tab);
  const [leadTitle, setLeadTitle] = useState('Lead');
  const newLeads = summary.data?.new ?? 0;
  const panel = useRef<HTMLDivElement>(null);

  const tabLabel = view?.label ?? adminTabs.find(({ id }) => id === tab)?.label ?? 'Admin';
  useAdminTitle(leadId === undefined ? tabLabel : leadTitle, newLeads);

  // Preload the toasts and the message of failed parts, so that failures can be shown offline.
  useEffect(() => {
    preloadToastView();
    import('../../ui/PartFailure').catch(() => undefined);
  }, []);

  function reviewLeads() {
    navigate(buildTabUrl('leads'));
    // The clicked button disappears with its tab, so move the focus to the new one.
    panel.current?.focus();
  }

  return (
    <>
      <a className={layoutStyles.skipLink} href="#main">
        Skip to content
      </a>
      <AdminHeader>
        <TabLinks current={tab} newLeads={newLeads} />
      </AdminHeader>
      <main id="main" className={styles.view}>
        <div className={layoutStyles.container}>
          {view?.parent && (
            <Link className={styles.back} href={buildTabUrl(view.parent.id)}>
              <ArrowLeft />
              {view.parent.label}
            </Link>
          )}
          {leadId === undefined && (
            <h1
              className={
                view
                  ? styles.title
                  : tab === 'overview'
                    ? styles.today
                    : layoutStyles.visuallyHidden
              }
            >
              {view?.label ?? <TodayDate />}
            </h1>
          )}
          <div ref={panel} tabIndex={-1}>
            {/* Keyed by tab, so that switching tabs resets the error. */}
            <ErrorBoundary key={leadId ?? tab} name={view?.label ?? 'This tab'}>
              <Suspense fallback={<p role="status">Loading...</p>}>
                {leadId === undefined ? (
                  <TabContent
                    tab={tab}
                    summary={summary}
                    overview={overview}
                    onReview={reviewLeads}
                  />
                ) : (
                  <LeadView id={leadId} onTitle={setLeadTitle} />
                )}
              </Suspense>
            </ErrorBoundary>
          </div>
        </div>
      </main>
      <BottomBar current={getPlace(tab)} newLeads={newLeads} />
    </>
  );
}

interface ContentProps {
  tab: string;
  summary: ReturnType<typeof useLeadSummary>;
  overview: ReturnType<typeof useOverview<AdminCall, OpenProposal>>;
  onReview: () => void;
}

/** Query keys to refetch when a collection changes: its counts, and which items are demo content. */
const relatedKeys = [contentCountsKey, demoKey];

function TabContent({ tab, summary, overview, onReview }: ContentProps) {
  const CollectionTab = contentTabs.get(tab);
  const { data: demo } = useDemoState();
  const demoIds = useMemo(() => new Set(Object.values(demo?.items ?? {}).flat()), [demo]);
  if (CollectionTab) {
    return (
      <DemoIdsProvider value={demoIds}>
        <CollectionTab key={tab} alsoInvalidate={relatedKeys} />
      </DemoIdsProvider>
    );
  }
  switch (tab) {
    case 'leads':
      return <LeadsView />;
    case 'calls':
      return (
        <CallsView
          canceledCalls={overview.data?.canceledCalls ?? []}
          hoursHref={buildTabUrl('hours')}
        />
      );
    case 'hours':
      return <HoursView />;
    case 'security':
      return <SecurityView />;
    case 'webhooks':
      return <WebhooksView settingsHref={settingsPath} />;
    default:
      return <Overview leads={summary} overview={overview} onReview={onReview} />;
  }
}
