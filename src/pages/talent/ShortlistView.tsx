import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { EmptyList, ListStates } from '../../collections/ListStates';
import { TalentCard, TalentCardPlaceholder } from '../../collections/talents/TalentCard';
import type { ShownTalent } from '../../collections/talents/talent';
import { useNamedTalents } from '../../collections/talents/talent-browser';
import { EnquiryButton } from '../../features/leads/EnquiryButton';
import { shortlistStore } from '../../features/shortlist/shortlist-store';
import { useShortlist } from '../../features/shortlist/use-shortlist';
import { Button, buttonClass } from '../../ui/Button';
import { useToast } from '../../ui/toast';
import './ShortlistView.css';

const noTalents: ShownTalent[] = [];

/** Whom the visitor has shortlisted, in the order of marking; undefined until both lists are known. */
function useShortlistedTalents() {
  const shortlist = useShortlist();
  // Asked for once, and again only for someone new: taking a person off needs no answer.
  const [asked, setAsked] = useState<readonly string[]>([]);
  const isKnown = shortlist?.people.every(({ id }) => asked.includes(id)) ?? true;
  if (shortlist && !isKnown) setAsked(shortlist.people.map(({ id }) => id));
  const {
    data = asked.length === 0 ? noTalents : undefined,
    isError,
    refetch,
  } = useNamedTalents(asked);
  const found = useMemo(() => {
    if (!data || !shortlist) return undefined;
    const all = new Map(data.map((talent) => [talent.id, talent]));
    return shortlist.people.flatMap(({ id }) => all.get(id) ?? []);
  }, [data, shortlist]);
  return { data: found, isError, refetch };
}

/** As on a page that is loaded. */
const toTop = () => scrollTo(0, 0);

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;

/** The shortlist as a page: the same cards, a way to take each off, and one enquiry about all. */
export function ShortlistView() {
  const query = useShortlistedTalents();
  const count = query.data?.length;
  const status = useRef<HTMLParagraphElement>(null);

  // The card that was taken off is gone, and the focus with it.
  const last = useRef(0);
  useEffect(() => {
    if (count === undefined) return;
    if (count < last.current && document.activeElement === document.body) {
      status.current?.focus({ preventScroll: true });
    }
    last.current = count;
  }, [count]);

  return (
    <>
      <div className="tp-h">
        <h1>Your shortlist</h1>
        <p className="lead">
          Kept in this browser, for you alone, until you take someone off. It goes with your
          enquiry.
        </p>
      </div>
      <div className="rail" data-hours="0-3" aria-hidden="true">
        <i />
      </div>
      <noscript>
        <p className="sl-n">
          The shortlist needs JavaScript. Without it you can still ask about anyone:{' '}
          <a href="/talent">browse all talent</a>.
        </p>
      </noscript>
      <section className="sl-v" aria-labelledby="shortlisted">
        <h2 id="shortlisted" className="vh">
          Shortlisted professionals
        </h2>
        <div className="res">
          <p ref={status} role="status" tabIndex={-1}>
            {count !== undefined && `${people(count)} on your shortlist`}
          </p>
          {count !== undefined && count > 0 && (
            <EnquiryButton shortlist className={buttonClass('primary', 's')}>
              {count === 1 ? 'Ask about this person' : `Ask about these ${count} people`}
            </EnquiryButton>
          )}
          <Link href="/talent" className={buttonClass('secondary', 's')} onClick={toTop}>
            Browse all talent
          </Link>
        </div>
        <ListStates
          query={query}
          what="talent profiles"
          placeholder={
            <ul className="tgrid">
              {['1', '2', '3'].map((place) => (
                <li key={place}>
                  <TalentCardPlaceholder />
                </li>
              ))}
            </ul>
          }
          empty={
            <EmptyList message="Nobody is on your shortlist yet. The bookmark on a card puts someone on it.">
              <Link href="/talent" className={buttonClass('secondary')} onClick={toTop}>
                Browse Talent
              </Link>
            </EmptyList>
          }
        >
          {(talents) => (
            <ul className="tgrid">
              {talents.map((talent) => (
                <li key={talent.id}>
                  <TalentCard talent={talent} eager />
                  <RemoveButton talent={talent} />
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      </section>
    </>
  );
}

function RemoveButton({ talent }: { talent: ShownTalent }) {
  const toast = useToast();

  function remove() {
    shortlistStore.remove(talent.id);
    toast({
      title: 'Removed from your shortlist',
      description: talent.name,
      action: { label: 'Undo', run: () => shortlistStore.add(talent) },
    });
  }

  return (
    <Button variant="quiet" size="s" aria-label={`Remove ${talent.name}`} onClick={remove}>
      Remove
    </Button>
  );
}
