import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { PublicTalent } from '../../content/collections/talents/contract';
import { TalentCard } from '../../content/collections/talents/public/TalentCard';
import * as cardStyles from '../../content/collections/talents/public/TalentCard.module.css';
import { talentsPerPage } from '../../content/collections/talents/queries';
import { buildTalentUrl, type TalentSearch } from '../../content/collections/talents/talent-search';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { getButtonClass } from '../../ui/Button';
import { deferLayout } from '../../ui/deferred-layout';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './TalentPage.module.css';

/** Cards in the first viewport, whose pictures load immediately. */
const maxEagerCards = 3;

/** Cards laid out per idle callback: a few milliseconds, on a phone about twenty. */
const maxCardsPerIdleMoment = 4;

interface Props {
  /** People on this page. */
  talents: PublicTalent[];
  /** Number of all matching people. */
  total: number;
  /** True while the results of the previous filter are shown. */
  isLoading: boolean;
  talentSearch: TalentSearch;
  /** Called once another page is shown. */
  onPageChange: () => void;
}

/** One page of the matching people. */
export function TalentResults({ talents, total, isLoading, talentSearch, onPageChange }: Props) {
  const pages = Math.ceil(total / talentsPerPage);
  const page = Math.min(talentSearch.page, pages);

  // Defer the layout of off-screen cards, which was two thirds of the cost of a filter change.
  const list = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      deferLayout(
        list.current?.querySelectorAll<HTMLElement>('li:not([data-laid-out])') ?? [],
        maxCardsPerIdleMoment,
      ),
    [talents],
  );

  // Not on Back, where the browser restores the scroll position.
  const hasTurnedPage = useRef(false);
  // At once: the effect of an earlier rendering would take the next press for its own.
  useLayoutEffect(() => {
    if (!hasTurnedPage.current || isLoading) return;
    hasTurnedPage.current = false;
    onPageChange();
  }, [page, isLoading]);

  const renderPageLink = (other: number, label: string) => (
    <Link
      href={buildTalentUrl({ filter: talentSearch.filter, page: other })}
      className={getButtonClass('secondary')}
      onClick={() => {
        hasTurnedPage.current = true;
      }}
    >
      {label}
    </Link>
  );

  return (
    <>
      <ul
        ref={list}
        className={`${styles.grid} ${cardStyles.grid}`}
        data-deferred
        aria-busy={isLoading}
      >
        {talents.map((talent, index) => (
          <li key={talent.id}>
            <TalentCard
              talent={talent}
              eager={index < maxEagerCards}
              InquiryButton={InquiryButton}
            />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav className={styles.pages} aria-label="Pages">
          {page > 1 && renderPageLink(page - 1, 'Previous')}
          <p className={textStyles.tabularNumbers}>{`Page ${page} of ${pages}`}</p>
          {page < pages && renderPageLink(page + 1, 'Next')}
        </nav>
      )}
    </>
  );
}
