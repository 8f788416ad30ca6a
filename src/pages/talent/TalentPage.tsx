import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EmptyList, ListStates } from '../../collections/ListStates';
import { TalentCardPlaceholder } from '../../collections/talents/TalentCard';
import {
  activeOptions,
  addressOf,
  everyone,
  readAddress,
} from '../../collections/talents/talent-address';
import {
  type TalentBrowse,
  talentsOnPage,
  usePrepareTalentBrowse,
  useTalentBrowse,
} from '../../collections/talents/talent-browser';
import type { TalentFilter } from '../../collections/talents/talent-options';
import { EnquiryButton } from '../../features/leads/EnquiryButton';
import { asksForShortlist } from '../../features/shortlist/use-shortlist';
import { focusHeading } from '../../lib/focus-heading';
import { buttonClass } from '../../ui/Button';
import { SiteFrame } from '../frame/SiteFrame';
import { ActiveFilters } from './ActiveFilters';
import { AddressForm } from './AddressForm';
import { FilterButton } from './FilterButton';
import { FilterPanel } from './FilterPanel';
import { ShortlistView } from './ShortlistView';
import { TalentResults } from './TalentResults';
import './TalentPage.css';

/** The talent browser. */
export default function TalentPage() {
  const onShortlist = asksForShortlist(useSearch());
  const wasOn = useRef(onShortlist);

  // The followed link may be gone with its view, and the focus with it.
  useEffect(() => {
    if (wasOn.current !== onShortlist) focusHeading();
    wasOn.current = onShortlist;
  }, [onShortlist]);

  return (
    <SiteFrame>
      <div className="tp">
        <div className="wrap">{onShortlist ? <ShortlistView /> : <Browse />}</div>
      </div>
    </SiteFrame>
  );
}

function Browse() {
  return (
    <>
      <div className="tp-h">
        <h1>Find the person for your desk</h1>
        <p className="lead">
          Every profile here is trained, bilingual and has worked a franchise desk. Shortlist a few
          and ask about them together.
        </p>
      </div>
      <div className="rail" data-hours="0-3" aria-hidden="true">
        <i />
      </div>
      <TalentBrowser />
    </>
  );
}

/** Panel and list. What is asked for stands in the address alone: it can be shared, and "back" undoes. */
function TalentBrowser() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = useMemo(() => readAddress(search), [search]);
  const { filter } = address;
  const active = activeOptions(filter).length;

  const { data, page, isError, isPlaceholderData, refetch } = useTalentBrowse(address);
  const found = useMemo(
    () => ({ address, data, page, isPlaceholderData }),
    [address, data, page, isPlaceholderData],
  );
  // The tick shows at once; the list follows in slices, so that it never keeps the next press waiting.
  const shown = useDeferredValue(found);
  const { counts, total } = shown.data ?? {};

  const results = useRef<HTMLParagraphElement>(null);
  const toResults = () => results.current?.focus({ preventScroll: true });
  const [panelStays, setPanelStays] = useState(false);
  const prepare = usePrepareTalentBrowse();
  const onLikely = (next: TalentFilter) => prepare({ filter: next, page: 1 });
  const change = (next: TalentFilter) => navigate(addressOf({ filter: next, page: 1 }));

  return (
    <div className="tp-g">
      <aside className={panelStays ? 'flt stays' : 'flt'} aria-label="Filters">
        <div className="flt-h">
          <h2>
            Filters{' '}
            {active > 0 && (
              <span className="count">
                {active}
                <span className="vh"> active</span>
              </span>
            )}
          </h2>
          {active > 0 && <ClearFilters className="btn btn-q btn-s" onGone={toResults} />}
        </div>
        <FilterPanel filter={filter} counts={counts} onChange={change} onLikely={onLikely} />
      </aside>
      <section aria-labelledby="results">
        <h2 id="results" className="vh">
          Professionals
        </h2>
        <div className="res">
          <FilterButton
            active={active}
            filter={filter}
            counts={counts}
            found={total}
            onChange={change}
            onLikely={onLikely}
            onUnavailable={() => setPanelStays(true)}
          />
          <p ref={results} role="status" tabIndex={-1}>
            {shown.data && <ResultCount found={shown.data} page={shown.page} />}
          </p>
          <EnquiryButton className={buttonClass('secondary', 's')}>Contact Us</EnquiryButton>
        </div>
        <ActiveFilters filter={shown.address.filter} onRemoved={toResults} />
        <ListStates
          query={{ data: shown.data?.talents, isError, refetch }}
          what="talent profiles"
          placeholder={
            <ul className="tgrid">
              {['1', '2', '3', '4', '5', '6'].map((place) => (
                <li key={place}>
                  <TalentCardPlaceholder />
                </li>
              ))}
            </ul>
          }
          empty={
            <EmptyList message="No talent found matching your criteria.">
              <ClearFilters className="btn btn-2" onGone={toResults} />
            </EmptyList>
          }
        >
          {(talents) => (
            // Made live by itself: a boundary is where hydration lets the browser breathe.
            <Suspense>
              <TalentResults
                talents={talents}
                total={total ?? 0}
                address={shown.address}
                isComing={isPlaceholderData || shown !== found}
                onTurned={() => {
                  toResults();
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

/** How many are on this page, and where they stand among all who match when there are more. */
function ResultCount({ found, page }: { found: TalentBrowse; page: number }) {
  const { talents, total } = found;
  const count = `Showing ${talents.length} professional(s)`;
  if (talents.length >= total) return count;
  const last = Math.min(page * talentsOnPage, total);
  return (
    <>
      <span>{count}</span> <span>{`${last - talents.length + 1}–${last} of ${total}`}</span>
    </>
  );
}

function ClearFilters({ className, onGone }: { className: string; onGone: () => void }) {
  return (
    <AddressForm to={everyone} onGone={onGone}>
      <button type="submit" className={className}>
        Clear Filters
      </button>
    </AddressForm>
  );
}
