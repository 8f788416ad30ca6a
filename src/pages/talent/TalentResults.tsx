import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { TalentCard } from '../../collections/talents/TalentCard';
import type { Talent } from '../../collections/talents/talent';
import { buttonClass } from '../../ui/Button';
import { addressOf, cardsOnPage, type TalentAddress } from './talent-address';

/** Cards of the first screen: their pictures load at once. */
const onFirstScreen = 3;

interface Props {
  talents: Talent[];
  address: TalentAddress;
  /** After another page was turned to, once it is there. */
  onTurned: () => void;
}

/** The people who match, a page at a time. */
export function TalentResults({ talents, address, onTurned }: Props) {
  const pages = Math.ceil(talents.length / cardsOnPage);
  const page = Math.min(address.page, pages);
  const visible = talents.slice((page - 1) * cardsOnPage, page * cardsOnPage);

  // Not for "back": there the browser knows where the visitor was.
  const turned = useRef(false);
  useEffect(() => {
    if (!turned.current) return;
    turned.current = false;
    onTurned();
  }, [page]);

  const turn = () => {
    turned.current = true;
  };
  const at = (other: number) => addressOf({ filter: address.filter, page: other });
  return (
    <>
      <ul className="tgrid">
        {visible.map((talent, index) => (
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
