import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { PublicTalent } from '../../content/collections/talents/contract';
import { CardPlaceholders, TalentCard } from '../../content/collections/talents/public/TalentCard';
import * as cardStyles from '../../content/collections/talents/public/TalentCard.module.css';
import { useTalentsByIds } from '../../content/collections/talents/queries';
import {
  shortlistStore,
  useShortlist,
} from '../../content/collections/talents/shortlist/shortlist-store';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { Button, getButtonClass } from '../../ui/Button';
import { EmptyList, ListStates } from '../../ui/ListStates';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as sectionStyles from '../../ui/styles/section.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { useToast } from '../../ui/toast/toast';
import * as styles from './ShortlistView.module.css';
import * as pageStyles from './TalentPage.module.css';

const noTalents: PublicTalent[] = [];

const gridClass = `${styles.grid} ${pageStyles.grid} ${cardStyles.grid}`;

/**
 * Returns the shortlisted talents, in the order they were added. Undefined until the shortlist and
 * their data are loaded.
 */
function useShortlistedTalents() {
  const shortlist = useShortlist();
  // Refetch only when someone is added. Removing a person needs no request.
  const [requestedIds, setRequestedIds] = useState<readonly string[]>([]);
  const isKnown = shortlist?.people.every(({ id }) => requestedIds.includes(id)) ?? true;
  if (shortlist && !isKnown) setRequestedIds(shortlist.people.map(({ id }) => id));
  const {
    data = requestedIds.length === 0 ? noTalents : undefined,
    isError,
    refetch,
  } = useTalentsByIds(requestedIds);
  const found = useMemo(() => {
    if (!data || !shortlist) return undefined;
    const all = new Map(data.map((talent) => [talent.id, talent]));
    return shortlist.people.flatMap(({ id }) => all.get(id) ?? []);
  }, [data, shortlist]);
  return { data: found, isError, refetch };
}

const scrollToTop = () => scrollTo(0, 0);

const formatPeople = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;

/** The shortlist: cards with a remove button, and one inquiry about all of them. */
export function ShortlistView() {
  const query = useShortlistedTalents();
  const count = query.data?.length;
  const status = useRef<HTMLParagraphElement>(null);

  // The focused button disappears with its card, so move the focus.
  const lastCount = useRef(0);
  useEffect(() => {
    if (count === undefined) return;
    if (count < lastCount.current && document.activeElement === document.body) {
      status.current?.focus({ preventScroll: true });
    }
    lastCount.current = count;
  }, [count]);

  return (
    <>
      <ViewHeader
        title="Your shortlist"
        lead="Saved only in this browser, until you remove people. It is sent with your inquiry."
      />
      <noscript>
        <p className={styles.noScript}>
          The shortlist needs JavaScript. Without it you can still ask about anyone:{' '}
          <a href="/talent">browse all talent</a>.
        </p>
      </noscript>
      {/* Without JavaScript the placeholders would never be replaced. */}
      <section
        className={`${styles.shortlist} ${layoutStyles.scripted}`}
        aria-labelledby="shortlisted"
      >
        <h2 id="shortlisted" className={layoutStyles.visuallyHidden}>
          Shortlisted professionals
        </h2>
        <div className={`${styles.results} ${pageStyles.results}`}>
          <p ref={status} role="status" tabIndex={-1}>
            {count !== undefined && `${formatPeople(count)} on your shortlist`}
          </p>
          {count !== undefined && count > 0 && (
            <InquiryButton shortlist className={getButtonClass('primary', 's')}>
              {count === 1 ? 'Ask about this person' : `Ask about these ${count} people`}
            </InquiryButton>
          )}
          <Link
            href="/talent"
            className={`${getButtonClass('secondary', 's')} ${styles.browse}`}
            onClick={scrollToTop}
          >
            Browse all talent
          </Link>
        </div>
        <ListStates
          query={query}
          what="talent profiles"
          placeholder={<CardPlaceholders count={3} className={gridClass} />}
          empty={
            <EmptyList message="Your shortlist is empty. Use the bookmark on a card to add someone.">
              <Link href="/talent" className={getButtonClass('secondary')} onClick={scrollToTop}>
                Browse Talent
              </Link>
            </EmptyList>
          }
        >
          {(talents) => (
            <ul className={gridClass}>
              {talents.map((talent) => (
                <li key={talent.id}>
                  <TalentCard talent={talent} eager InquiryButton={InquiryButton} />
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

function RemoveButton({ talent }: { talent: PublicTalent }) {
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

/** Heading of the talent page, with the lead below it. */
export function ViewHeader({ title, lead }: { title: string; lead: string | null }) {
  return (
    <>
      <div className={pageStyles.header}>
        <h1>{title}</h1>
        {lead && <p className={`${textStyles.lead} ${pageStyles.lead}`}>{lead}</p>}
      </div>
      <div className={sectionStyles.rail} data-hours="0-3" aria-hidden="true">
        <i />
      </div>
    </>
  );
}
