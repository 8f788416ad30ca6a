import { useEffect, useRef } from 'react';
import type { Talent } from '../../collections/talents/talent';
import { TalentCard } from '../../collections/talents/TalentCard';
import { buttonClass } from '../../ui/Button';
import { AddressForm } from './AddressForm';
import { cardsAtOnce, type TalentAddress } from './talent-address';

/** Cards of the first screen: their pictures load at once. */
const onFirstScreen = 3;

interface Props {
  talents: Talent[];
  address: TalentAddress;
}

/**
 * The people who match: as many cards as the address asks for, then the way to more. All at once
 * was rejected: with 2,000 people every change of a filter would build and drop 2,000 cards.
 */
export function TalentResults({ talents, address }: Props) {
  const { filter, shown } = address;
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number | null>(null);

  // Who asked for more by keyboard goes on at the first of them, not behind the last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new cards are there once more are shown
  useEffect(() => {
    const card = firstNew.current === null ? null : list.current?.children[firstNew.current];
    firstNew.current = null;
    if (!(card instanceof HTMLElement)) return;
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
  }, [shown]);

  const visible = talents.slice(0, shown);
  const more = Math.min(cardsAtOnce, talents.length - visible.length);
  return (
    <>
      <ul ref={list} className="tgrid" aria-label="Professionals">
        {visible.map((talent, index) => (
          <li key={talent.id}>
            <TalentCard talent={talent} eager={index < onFirstScreen} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <AddressForm
          className="more"
          to={{ filter, shown: shown + cardsAtOnce }}
          replace
          onGone={() => {
            firstNew.current = visible.length;
          }}
        >
          <button type="submit" className={buttonClass('secondary')}>
            {`Show ${more} more`}
          </button>
          <p className="meta num">{`${visible.length} of ${talents.length} shown`}</p>
        </AddressForm>
      )}
    </>
  );
}
