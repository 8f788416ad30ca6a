import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { PublicTalent } from '../../features/talents/contract';
import { TalentCard } from '../../features/talents/public/TalentCard';
import { talentsPerPage } from '../../features/talents/queries';
import { buildTalentUrl, type TalentSearch } from '../../features/talents/talent-search';
import { getButtonClass } from '../../ui/Button';
import { deferLayout } from '../../ui/deferred-layout';

/** Cards of the first screen: their pictures load at once. */
const maxEagerCards = 3;

/** Cards laid out in one idle moment: a few milliseconds, on a phone some twenty. */
const maxCardsPerIdleMoment = 4;

interface Props {
  /** Those of the page. */
  talents: PublicTalent[];
  /** All who match. */
  total: number;
  /** What the address asks for is on its way; these are the ones before. */
  isLoading: boolean;
  talentSearch: TalentSearch;
  /** After another page was turned to, once it is there. */
  onPageChange: () => void;
}

/** The people who match, a page at a time. */
export function TalentResults({ talents, total, isLoading, talentSearch, onPageChange }: Props) {
  const pages = Math.ceil(total / talentsPerPage);
  const page = Math.min(talentSearch.page, pages);

  // With the list itself, cards far from the screen would be two thirds of what a change of the filters
  // costs.
  const list = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      deferLayout(
        list.current?.querySelectorAll<HTMLElement>('li:not([data-laid-out])') ?? [],
        maxCardsPerIdleMoment,
      ),
    [talents],
  );

  // Not for "back": there the browser knows where the visitor was.
  const hasTurnedPage = useRef(false);
  useEffect(() => {
    if (!hasTurnedPage.current || isLoading) return;
    hasTurnedPage.current = false;
    onPageChange();
  }, [page, isLoading]);

  const markPageTurned = () => {
    hasTurnedPage.current = true;
  };
  const buildPageUrl = (other: number) =>
    buildTalentUrl({ filter: talentSearch.filter, page: other });
  return (
    <>
      <ul ref={list} className="tgrid later" aria-busy={isLoading}>
        {talents.map((talent, index) => (
          <li key={talent.id}>
            <TalentCard talent={talent} eager={index < maxEagerCards} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav className="pages" aria-label="Pages">
          {page > 1 && (
            <Link
              href={buildPageUrl(page - 1)}
              className={getButtonClass('secondary')}
              onClick={markPageTurned}
            >
              Previous
            </Link>
          )}
          <p className="num">{`Page ${page} of ${pages}`}</p>
          {page < pages && (
            <Link
              href={buildPageUrl(page + 1)}
              className={getButtonClass('secondary')}
              onClick={markPageTurned}
            >
              Next
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
