import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { getServerMessage, hasStatus } from '../../../lib/network/http-client';
import { Button } from '../../../ui/Button';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { useFocusKeeper } from '../../../ui/dialog/use-focus-keeper';
import { focusHeading } from '../../../ui/focus-heading';
import { MessageBox } from '../../../ui/MessageBox';
import { Skeleton } from '../../../ui/QueryState';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import type { LeadDetail, TimelineEntry } from '../../detail-contract';
import { useNow } from '../format-due';
import { useLeadDetail } from '../queries';
import { buildLeadPath, buildListPath, parseLeadFilter } from '../table/lead-filter';
import { LeadFacts } from './LeadFacts';
import { DeletedNotice, LeadHeader, LeadNow, LeadSpam, ReachBar } from './LeadHead';
import * as styles from './LeadPage.module.css';
import { LeadPath } from './LeadPath';
import { LeadReceipts, LeadShortlist, Privacy } from './LeadRecords';
import { useLeadDialogs } from './lead-dialogs';
import { SamePerson } from './SamePerson';
import { StageTrack } from './StageTrack';
import { type PlannedEntry, Timeline } from './Timeline';

interface ProposalOptions {
  lead: LeadDetail;
  /** A new proposal is being written. */
  isWriting: boolean;
  onWritingChange: (isWriting: boolean) => void;
}

/** Extension points for other features on a lead's page. */
export interface LeadPageExtensions {
  /** Renders their panels, also for the inquiries that were merged into the lead. */
  renderPanels: (leadId: string, isMerged: boolean) => ReactNode;
  /** Renders the plan that came with the lead, and its proposals. */
  renderProposals: (options: ProposalOptions) => ReactNode;
  /** Renders the lead's next call, beside its next step. */
  renderNextCall: (now: Date) => ReactNode;
  /** Lists the lead's calls that are not over, for the timeline. */
  listPlannedCalls: (now: Date) => PlannedEntry[];
  /** Describes their entries of the timeline. */
  describeEntry: (entry: TimelineEntry) => string | undefined;
}

interface Props extends LeadPageExtensions {
  id: string;
  /** Called with the company when the lead is loaded. */
  onTitle: (companyName: string) => void;
}

/** The page of one lead. */
export function LeadPage({ id, onTitle, ...extensions }: Props) {
  const query = useLeadDetail(id);
  const [, navigate] = useLocation();
  const search = useSearch();
  const keptId = query.data?.mergedIntoId ?? null;
  /** The lead whose own page was shown. */
  const [shownId, setShownId] = useState<string>();
  if (query.data && keptId === null && shownId !== id) setShownId(id);
  // If someone else merges it meanwhile, it stays until it is left: its forms may be being filled in.
  const lead = keptId === null || shownId === id ? query.data : undefined;
  const { isFetching } = query;
  const companyName = lead?.companyName;
  const isLoaded = companyName !== undefined;
  // Does what a full page load does by itself: each lead starts at the top, with its heading.
  useEffect(() => {
    scrollTo(0, 0);
  }, [id]);
  useEffect(() => {
    if (isLoaded) focusHeading();
  }, [id, isLoaded]);
  useEffect(() => {
    if (companyName !== undefined) onTitle(companyName);
  }, [companyName, onTitle]);
  // A merged inquiry is part of another lead's page, but its calls and earlier mails link to its own.
  // Waits for the refetch: they may have been separated since.
  useEffect(() => {
    if (keptId === null || isFetching) return;
    navigate(buildLeadPath(keptId, parseLeadFilter(search)), { replace: true });
  }, [keptId, isFetching, search, navigate]);
  if (lead) return <LoadedLead key={id} lead={lead} {...extensions} />;
  if (query.isPending || keptId !== null) {
    return (
      <div className={styles.page}>
        <Skeleton label="Loading lead..." count={6} className={styles.placeholder} />
      </div>
    );
  }
  return <LeadFailed error={query.error} onRetry={() => query.refetch()} />;
}

function LoadedLead({ lead, ...extensions }: { lead: LeadDetail } & LeadPageExtensions) {
  const now = useNow();
  const filter = parseLeadFilter(useSearch());
  const [, navigate] = useLocation();
  const [isWriting, setIsWriting] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const openList = useCloseWhileOpen(() => navigate(buildListPath(filter)));
  const dialogs = useLeadDialogs({ lead, note, page, onDeleted: openList });
  const { open } = dialogs;
  useFocusKeeper(page);
  return (
    <div className={styles.page} ref={page}>
      <LeadPath
        lead={lead}
        filter={filter}
        onOpen={open}
        {...(!isWriting && { onWrite: () => setIsWriting(true) })}
      />
      <DeletedNotice lead={lead} />
      <LeadSpam lead={lead} onDelete={() => open('delete')} />
      <LeadHeader lead={lead} onOpen={open} />
      <StageTrack lead={lead} onLost={() => open('lost')} />
      <LeadNow lead={lead} onOpen={open} call={extensions.renderNextCall(now)} />
      <SectionLinks hasPlan={lead.plan !== null} />
      {extensions.renderProposals({ lead, isWriting, onWritingChange: setIsWriting })}
      <div className={styles.columns}>
        <div className={styles.facts} id="facts">
          <LeadFacts lead={lead} />
          <LeadShortlist message={lead.message} />
        </div>
        <Timeline
          lead={lead}
          note={note}
          describeEntry={extensions.describeEntry}
          plannedCalls={extensions.listPlannedCalls(now)}
          onOpen={open}
        />
        <div className={styles.records}>
          {[lead, ...lead.merged].map(({ id }) => (
            <Fragment key={id}>{extensions.renderPanels(id, id !== lead.id)}</Fragment>
          ))}
          <SamePerson lead={lead} />
          <LeadReceipts lead={lead} />
          <Privacy lead={lead} />
        </div>
      </div>
      <ReachBar lead={lead} onOpen={open} />
      {dialogs.dialog}
    </div>
  );
}

/** Links to the sections of the page, on phones. */
function SectionLinks({ hasPlan }: { hasPlan: boolean }) {
  return (
    <nav className={styles.sections} aria-label="On this page">
      {hasPlan && <a href="#plan">Plan</a>}
      <a href="#timeline">Timeline</a>
      <a href="#facts">Facts</a>
      <a href="#deliveries">Deliveries</a>
    </nav>
  );
}

function LeadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [, navigate] = useLocation();
  const [filter] = useState(() => parseLeadFilter(location.search));
  const isMissing = hasStatus(error, 404);
  return (
    <MessageBox
      heading={isMissing ? 'This lead is gone' : 'The lead could not be loaded'}
      Heading="h2"
      role="alert"
      className={styles.message}
    >
      <p>
        {isMissing
          ? 'It was deleted more than 30 days ago, or the address is wrong.'
          : getServerMessage(error, 'The server could not be reached.')}
      </p>
      <div className={layoutStyles.actions}>
        {!isMissing && (
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button variant="secondary" onClick={() => navigate(buildListPath(filter))}>
          All leads
        </Button>
      </div>
    </MessageBox>
  );
}
