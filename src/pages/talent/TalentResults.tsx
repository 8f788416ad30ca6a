import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { TalentCard } from '../../collections/talents/TalentCard';
import type { ShownTalent } from '../../collections/talents/talent';
import { addressOf, type TalentAddress } from '../../collections/talents/talent-address';
import { talentsOnPage } from '../../collections/talents/talent-browser';
import { whenIdle } from '../../lib/moments';
import { buttonClass } from '../../ui/Button';

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

/**
 * Has the cards laid out that are far from the screen, in idle time: with the list itself it would be two
 * thirds of what a change of the filters costs. Not left until they are scrolled to: what prints or
 * pictures the whole page would find them empty.
 * @returns for the list
 */
function useLaterLayout(talents: ShownTalent[]) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    let overtaken = false;
    async function layOut(items: Iterable<HTMLElement>) {
      for (const [index, item] of [...items].entries()) {
        if (index % cardsATime === 0) await whenIdle();
        if (overtaken) return;
        item.dataset.laidOut = '';
      }
    }
    void layOut(list.current?.querySelectorAll<HTMLElement>('li:not([data-laid-out])') ?? []);
    return () => {
      overtaken = true;
    };
  }, [talents]);
  return list;
}

/** The people who match, a page at a time. */
export function TalentResults({ talents, total, isComing, address, onTurned }: Props) {
  const pages = Math.ceil(total / talentsOnPage);
  const page = Math.min(address.page, pages);

  const list = useLaterLayout(talents);

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
