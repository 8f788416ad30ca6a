import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EmptyList, ListStates } from '../../collection-kit/ListStates';
import { InquiryButton } from '../../features/leads/public/InquiryButton';
import { TalentCardPlaceholder } from '../../features/talents/public/TalentCard';
import * as gridStyles from '../../features/talents/public/talent-grid.module.css';
import {
  type TalentSearchResult,
  talentsPerPage,
  usePrefetchTalentSearch,
  useTalentSearch,
} from '../../features/talents/queries';
import { isShortlistRequested } from '../../features/talents/shortlist/use-shortlist';
import type { TalentFilter } from '../../features/talents/talent-options';
import {
  buildTalentUrl,
  defaultSearch,
  listActiveOptions,
  parseTalentSearch,
} from '../../features/talents/talent-search';
import { getButtonClass } from '../../ui/Button';
import * as badgeStyles from '../../ui/badges.module.css';
import * as buttonStyles from '../../ui/buttons.module.css';
import { focusHeading } from '../../ui/focus-heading';
import * as layoutStyles from '../../ui/layout.module.css';
import * as sectionStyles from '../../ui/section.module.css';
import * as textStyles from '../../ui/text.module.css';
import { SiteLayout } from '../layout/SiteLayout';
import { ActiveFilters } from './ActiveFilters';
import { FilterButton } from './FilterButton';
import { FilterPanel } from './FilterPanel';
import { ShortlistView } from './ShortlistView';
import * as styles from './TalentPage.module.css';
import { TalentResults } from './TalentResults';
import { TalentSearchForm } from './TalentSearchForm';

/** The talent page. */
export default function TalentPage() {
  const isOnShortlist = isShortlistRequested(useSearch());
  const wasOnShortlist = useRef(isOnShortlist);

  // The focused link may disappear with its view, so move the focus.
  useEffect(() => {
    if (wasOnShortlist.current !== isOnShortlist) focusHeading();
    wasOnShortlist.current = isOnShortlist;
  }, [isOnShortlist]);

  return (
    <SiteLayout>
      <div className={styles.page}>
        <div className={layoutStyles.container}>
          {isOnShortlist ? <ShortlistView /> : <BrowseView />}
        </div>
      </div>
    </SiteLayout>
  );
}

function BrowseView() {
  return (
    <>
      <div className={styles.header}>
        <h1>Find the person for your desk</h1>
        <p className={`${textStyles.lead} ${styles.lead}`}>
          Every profile here is trained, bilingual and has worked a franchise desk. Shortlist a few
          and ask about them together.
        </p>
      </div>
      <div className={sectionStyles.rail} data-hours="0-3" aria-hidden="true">
        <i />
      </div>
      <TalentBrowser />
    </>
  );
}

/**
 * Filter panel and list. The filter is only in the URL, so it can be shared and Back undoes
 * changes.
 */
function TalentBrowser() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const talentSearch = useMemo(() => parseTalentSearch(search), [search]);
  const { filter } = talentSearch;
  const active = listActiveOptions(filter).length;

  const { data, page, isError, isPlaceholderData, refetch } = useTalentSearch(talentSearch);
  const found = useMemo(
    () => ({ address: talentSearch, data, page, isPlaceholderData }),
    [talentSearch, data, page, isPlaceholderData],
  );
  // Deferred, so that a checkbox responds at once while the list renders in slices.
  const shown = useDeferredValue(found);
  const { counts, total } = shown.data ?? {};

  const results = useRef<HTMLParagraphElement>(null);
  const focusResults = () => results.current?.focus({ preventScroll: true });
  const [isPanelVisible, setIsPanelVisible] = useState(false);
  const prefetch = usePrefetchTalentSearch();
  const onPrefetch = (next: TalentFilter) => prefetch({ filter: next, page: 1 });
  const changeFilter = (next: TalentFilter) => navigate(buildTalentUrl({ filter: next, page: 1 }));

  return (
    <div className={styles.columns}>
      <aside
        className={isPanelVisible ? `${styles.filters} ${styles.shown}` : styles.filters}
        aria-label="Filters"
      >
        <div className={styles.filtersHeader}>
          <h2>
            Filters{' '}
            {active > 0 && (
              <span className={badgeStyles.count}>
                {active}
                <span className={layoutStyles.visuallyHidden}> active</span>
              </span>
            )}
          </h2>
          {active > 0 && (
            <ClearFilters
              className={`${buttonStyles.button} ${buttonStyles.quiet} ${buttonStyles.small}`}
              onGone={focusResults}
            />
          )}
        </div>
        <FilterPanel
          filter={filter}
          counts={counts}
          onChange={changeFilter}
          onPrefetch={onPrefetch}
        />
      </aside>
      <section aria-labelledby="results">
        <h2 id="results" className={layoutStyles.visuallyHidden}>
          Professionals
        </h2>
        <div className={styles.results}>
          <FilterButton
            active={active}
            filter={filter}
            counts={counts}
            found={total}
            onChange={changeFilter}
            onPrefetch={onPrefetch}
            onUnavailable={() => setIsPanelVisible(true)}
          />
          <p ref={results} role="status" tabIndex={-1}>
            {shown.data && <ResultCount found={shown.data} page={shown.page} />}
          </p>
          <InquiryButton className={getButtonClass('secondary', 's')}>Contact Us</InquiryButton>
        </div>
        <ActiveFilters filter={shown.address.filter} onRemoved={focusResults} />
        <ListStates
          query={{ data: shown.data?.talents, isError, refetch }}
          what="talent profiles"
          placeholder={
            <ul className={`${styles.grid} ${gridStyles.grid}`}>
              {['1', '2', '3', '4', '5', '6'].map((place) => (
                <li key={place}>
                  <TalentCardPlaceholder />
                </li>
              ))}
            </ul>
          }
          empty={
            <EmptyList message="No talent found matching your criteria.">
              <ClearFilters
                className={`${buttonStyles.button} ${buttonStyles.secondary}`}
                onGone={focusResults}
              />
            </EmptyList>
          }
        >
          {(talents) => (
            // Suspense boundary, because React yields to the browser between boundaries while
            // hydrating.
            <Suspense>
              <TalentResults
                talents={talents}
                total={total ?? 0}
                talentSearch={shown.address}
                isLoading={isPlaceholderData || shown !== found}
                onPageChange={() => {
                  focusResults();
                  results.current?.scrollIntoView();
                }}
              />
            </Suspense>
          )}
        </ListStates>
      </section>
    </div>
  );
}

/** Number of people on this page, with their range if there are more pages. */
function ResultCount({ found, page }: { found: TalentSearchResult; page: number }) {
  const { talents, total } = found;
  const count = `Showing ${talents.length} professional(s)`;
  if (talents.length >= total) return count;
  const last = Math.min(page * talentsPerPage, total);
  return (
    <>
      <span>{count}</span> <span>{`${last - talents.length + 1}–${last} of ${total}`}</span>
    </>
  );
}

function ClearFilters({
  className,
  onGone: onNavigated,
}: {
  className: string;
  onGone: () => void;
}) {
  return (
    <TalentSearchForm to={defaultSearch} onNavigated={onNavigated}>
      <button type="submit" className={className}>
        Clear Filters
      </button>
    </TalentSearchForm>
  );
}
