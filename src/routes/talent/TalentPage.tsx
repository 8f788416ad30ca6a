import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CardPlaceholders } from '../../content/collections/talents/public/TalentCard';
import * as cardStyles from '../../content/collections/talents/public/TalentCard.module.css';
import {
  type TalentSearchResult,
  talentsPerPage,
  usePrefetchTalentSearch,
  useTalentSearch,
} from '../../content/collections/talents/queries';
import { isShortlistRequested } from '../../content/collections/talents/shortlist/shortlist-store';
import type { TalentFilter } from '../../content/collections/talents/talent-options';
import {
  buildTalentUrl,
  defaultSearch,
  listActiveOptions,
  parseTalentSearch,
  type TalentSearch,
} from '../../content/collections/talents/talent-search';
import { usePageContent } from '../../content/pages/queries';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { useSite } from '../../lib/site';
import { getButtonClass } from '../../ui/Button';
import { focusHeading } from '../../ui/focus-heading';
import { EmptyList, ListStates } from '../../ui/ListStates';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { SiteLayout } from '../layout/SiteLayout';
import { ActiveCount, ActiveFilters, FilterButton, FilterPanel, TalentSearchForm } from './filters';
import { ShortlistView, ViewHeader } from './ShortlistView';
import * as styles from './TalentPage.module.css';
import { TalentResults } from './TalentResults';

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
  const { title, intro } = usePageContent('talent').header;
  return (
    <>
      <ViewHeader title={title} lead={intro} />
      <TalentBrowser />
    </>
  );
}

/**
 * Loads the matching people. Deferred, so that a checkbox responds at once while the list renders
 * in slices.
 */
function useDeferredResults(talentSearch: TalentSearch) {
  const { data, page, isError, isPlaceholderData, refetch } = useTalentSearch(talentSearch);
  const found = useMemo(
    () => ({ talentSearch, data, page, isPlaceholderData }),
    [talentSearch, data, page, isPlaceholderData],
  );
  const shown = useDeferredValue(found);
  return { ...shown, isLoading: isPlaceholderData || shown !== found, isError, refetch };
}

/**
 * Filter panel and list. The filter is only in the URL, so it can be shared and Back undoes
 * changes.
 */
function TalentBrowser() {
  const search = useSearch();
  const { filters } = useSite();
  const [, navigate] = useLocation();
  const requested = useMemo(() => parseTalentSearch(search, filters), [search, filters]);
  const { talentSearch, data, page, isLoading, isError, refetch } = useDeferredResults(requested);

  const results = useRef<HTMLParagraphElement>(null);
  const focusResults = () => results.current?.focus({ preventScroll: true });
  const [isPanelVisible, setIsPanelVisible] = useState(false);
  const prefetch = usePrefetchTalentSearch();
  const active = listActiveOptions(requested.filter).length;
  const panel = {
    filter: requested.filter,
    counts: data?.counts,
    onChange: (filter: TalentFilter) => navigate(buildTalentUrl({ filter, page: 1 })),
    onPrefetch: (filter: TalentFilter) => prefetch({ filter, page: 1 }),
  };

  return (
    <div className={styles.columns}>
      <aside
        className={isPanelVisible ? `${styles.filters} ${styles.shown}` : styles.filters}
        aria-label="Filters"
      >
        <FiltersHeader active={active} onCleared={focusResults} />
        <FilterPanel {...panel} />
      </aside>
      <section aria-labelledby="results">
        <h2 id="results" className={layoutStyles.visuallyHidden}>
          Professionals
        </h2>
        <div className={styles.results}>
          <FilterButton
            {...panel}
            active={active}
            found={data?.total}
            onUnavailable={() => setIsPanelVisible(true)}
          />
          <p ref={results} role="status" tabIndex={-1}>
            {data && <ResultCount found={data} page={page} />}
          </p>
          <InquiryButton className={getButtonClass('secondary', 's')}>Contact Us</InquiryButton>
        </div>
        <ActiveFilters filter={talentSearch.filter} onRemoved={focusResults} />
        <ListStates
          query={{ data: data?.talents, isError, refetch }}
          what="talent profiles"
          placeholder={
            <CardPlaceholders count={6} className={`${styles.grid} ${cardStyles.grid}`} />
          }
          empty={
            <EmptyList message="No talent found matching your criteria.">
              <ClearFilters className={getButtonClass('secondary')} onCleared={focusResults} />
            </EmptyList>
          }
        >
          {(talents) => (
            // Suspense boundary, because React yields to the browser between boundaries while
            // hydrating.
            <Suspense>
              <TalentResults
                talents={talents}
                total={data?.total ?? 0}
                talentSearch={talentSearch}
                isLoading={isLoading}
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

function FiltersHeader({ active, onCleared }: { active: number; onCleared: () => void }) {
  return (
    <div className={styles.filtersHeader}>
      <h2>
        Filters <ActiveCount active={active} />
      </h2>
      {active > 0 && (
        <ClearFilters className={getButtonClass('quiet', 's')} onCleared={onCleared} />
      )}
    </div>
  );
}

/** Number of matching people, and which of them are on this page if there are more pages. */
function ResultCount({ found, page }: { found: TalentSearchResult; page: number }) {
  const { talents, total } = found;
  const count = <span>{`Showing ${total} professional(s)`}</span>;
  if (talents.length >= total) return count;
  const last = Math.min(page * talentsPerPage, total);
  return (
    <>
      {count} <span>{`${last - talents.length + 1}–${last} of ${total}`}</span>
    </>
  );
}

function ClearFilters({ className, onCleared }: { className: string; onCleared: () => void }) {
  return (
    <TalentSearchForm to={defaultSearch} onNavigated={onCleared}>
      <button type="submit" className={className}>
        Clear Filters
      </button>
    </TalentSearchForm>
  );
}
