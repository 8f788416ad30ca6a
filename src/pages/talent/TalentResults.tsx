import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { TalentCard } from '../../collections/talents/TalentCard';
import type { ShownTalent } from '../../collections/talents/talent';
import { addressOf, type TalentAddress } from '../../collections/talents/talent-address';
import { talentsOnPage } from '../../collections/talents/talent-browser';
import { buttonClass } from '../../ui/Button';
import { layOutLater } from '../../ui/later-layout';

/** Cards of the first screen: their pictures load at once. */
const onFirstScreen = 3;

/** Cards laid out in one idle moment: a few milliseconds, on a phone some twenty. */
const cardsATime = 4;

interface Props {
  /** Those of the page. */
  talents: ShownTalent[];
  /** All who match. */
  total: number;
  /** What the address asks for is on its way; these are the ones before. */
  isComing: boolean;
  address: TalentAddress;
  /** After another page was turned to, once it is there. */
  onTurned: () => void;
}

/** The people who match, a page at a time. */
export function TalentResults({ talents, total, isComing, address, onTurned }: Props) {
  const pages = Math.ceil(total / talentsOnPage);
  const page = Math.min(address.page, pages);

  // With the list itself, cards far from the screen would be two thirds of what a change of the filters
  // costs.
  const list = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      layOutLater(
        list.current?.querySelectorAll<HTMLElement>('li:not([data-laid-out])') ?? [],
        cardsATime,
      ),
    [talents],
  );

  // Not for "back": there the browser knows where the visitor was.
  const turned = useRef(false);
  useEffect(() => {
    if (!turned.current || isComing) return;
    turned.current = false;
    onTurned();
  }, [page, isComing]);

  const turn = () => {
    turned.current = true;
  };
  const at = (other: number) => addressOf({ filter: address.filter, page: other });
  return (
    <>
      <ul ref={list} className="tgrid later" aria-busy={isComing}>
        {talents.map((talent, index) => (
          <li key={talent.id}>
            <TalentCard talent={talent} eager={index < onFirstScreen} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav className="pages" aria-label="Pages">
          {page > 1 && (
            <Link href={at(page - 1)} className={buttonClass('secondary')} onClick={turn}>
              Previous
            </Link>
          )}
          <p className="num">{`Page ${page} of ${pages}`}</p>
          {page < pages && (
            <Link href={at(page + 1)} className={buttonClass('secondary')} onClick={turn}>
              Next
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
