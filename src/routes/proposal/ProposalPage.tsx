import type { ReactNode } from 'react';
import { countAssignedMinutes, listAssignedSpans } from '../../cover/answer';
import type { CoverAnswer } from '../../cover/contract';
import { describeSpans, formatHours, joinWords } from '../../cover/plan-words';
import { PlanSheet } from '../../cover/public/PlanSheet';
import { getFirstName } from '../../cover/public/sheet-words';
import { usePreloaded } from '../../lib/query-cache';
import { useSite } from '../../lib/site';
import type { ProposedPerson, PublicProposal } from '../../proposals/contract';
import { formatProposalName, formerPersonName } from '../../proposals/proposal';
import { PhoneLink } from '../../ui/PhoneLink';
import { Logo } from '../../ui/picture/Logo';
import * as logoStyles from '../../ui/picture/Logo.module.css';
import { PersonPicture } from '../../ui/picture/Portrait';
import * as badgeStyles from '../../ui/styles/badges.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { Outcome } from './Outcome';
import { PriceCard } from './PriceCard';
import * as styles from './ProposalPage.module.css';
import { type ProposalPageState, proposalStateKey } from './proposal-state';
import { formatSentDay, formatWholeDay } from './proposal-words';

/** A proposal, for the person whom it was sent to. Rendered without scripts. */
export default function ProposalPage() {
  const state = usePreloaded<ProposalPageState>(proposalStateKey);
  const proposal = state?.proposal;
  return (
    <div className={styles.page}>
      <a className={layoutStyles.skipLink} href="#main">
        Skip to content
      </a>
      <Header badge={proposal && getBadge(proposal)} />
      <main id="main" tabIndex={-1}>
        {!proposal && <NotFound />}
        {proposal?.status === 'withdrawn' && <Withdrawn number={proposal.number} />}
        {proposal && proposal.status !== 'withdrawn' && <Proposal {...state} proposal={proposal} />}
      </main>
    </div>
  );
}

const getBadge = ({ number, status }: PublicProposal) =>
  `${formatProposalName(number)}, ${status === 'draft' ? 'a draft' : 'for you only'}`;

function Header({ badge }: { badge: string | null | undefined }) {
  const { name, phone } = useSite();
  return (
    <header className={styles.header}>
      <div className={layoutStyles.container}>
        <a className={logoStyles.link} href="/" aria-label={`${name}, home`}>
          <Logo />
        </a>
        {badge && <span className={badgeStyles.badge}>{badge}</span>}
        {phone && (
          <p>
            <span>Questions? </span>
            <PhoneLink />
          </p>
        )}
      </div>
    </header>
  );
}

/** A bar shows the first word of a name. */
const toSheetPerson = (person: ProposedPerson) =>
  person.name === formerPersonName ? { ...person, name: 'Left' } : person;

function Proposal(state: ProposalPageState & { proposal: PublicProposal }) {
  const { proposal } = state;
  const { plan, answer, people } = proposal;
  const byId = new Map(people.map((person) => [person.id, toSheetPerson(person)]));
  const painted = plan?.desks.filter(({ hours }) => hours.length > 0) ?? [];
  const hasSheet = plan && answer && answer.requestedMinutes > 0;
  return (
    <>
      <Headline proposal={proposal} />
      <div className={`${layoutStyles.container} ${styles.state}`}>
        <Outcome {...state} />
      </div>
      {hasSheet && (
        <div className={`${layoutStyles.container} ${styles.sheets}`}>
          <h2 className={layoutStyles.visuallyHidden}>Your week</h2>
          {painted.map((desk, index) => (
            <PlanSheet
              key={desk.name}
              {...{ plan, answer }}
              people={byId}
              desk={plan.desks.indexOf(desk)}
              isStatic
              {...(index === painted.length - 1 && { coveredLabel: 'Covered' })}
            />
          ))}
        </div>
      )}
      <div className={`${layoutStyles.container} ${styles.columns}`}>
        <div>
          <People proposal={proposal} />
          <Note proposal={proposal} />
        </div>
        <PriceCard {...state} />
      </div>
    </>
  );
}

/** Below this share, the words would not fit into the yellow part of the bar. */
const minShareForWords = 0.55;

function Headline({ proposal }: { proposal: PublicProposal }) {
  const { companyName, answer, sentAt, validUntil, earliestStart } = proposal;
  const { name } = useSite();
  return (
    <div className={`${layoutStyles.container} ${styles.hero}`}>
      <h1>
        <span>
          <bdi>{companyName}</bdi>,
        </span>{' '}
        {answer && answer.requestedMinutes > 0 ? <Share answer={answer} /> : 'your proposal.'}
      </h1>
      <p className={styles.facts}>
        <span>
          From <b>{proposal.fromName ?? name}</b>
          {sentAt && `, ${formatSentDay(sentAt)}`}
        </span>
        <span>
          Valid until <b>{formatWholeDay(validUntil, true)}</b>
        </span>
        {earliestStart && (
          <span>
            Earliest start <b>{formatWholeDay(earliestStart)}</b>
          </span>
        )}
      </p>
    </div>
  );
}

/**
 * The covered hours as a bar, and the others as a hatched rest. Its width is an attribute of an SVG,
 * because the content security policy blocks style attributes.
 */
function Share({ answer }: { answer: CoverAnswer }) {
  const { requestedMinutes, coveredMinutes } = answer;
  const missing = requestedMinutes - coveredMinutes;
  const covered =
    missing === 0
      ? `all ${formatHours(requestedMinutes)} covered.`
      : `${coveredMinutes / 60} of ${formatHours(requestedMinutes)} covered.`;
  const isLow = coveredMinutes < minShareForWords * requestedMinutes;
  return (
    <>
      {isLow && <span>{covered}</span>}
      <span className={styles.bar} data-low={isLow || undefined}>
        {coveredMinutes > 0 && (
          <span className={styles.covered}>
            {!isLow && covered}
            {!isLow && missing > 0 && <small aria-hidden="true">{missing / 60} nobody yet</small>}
          </span>
        )}
        {missing > 0 && (
          <svg
            className={styles.rest}
            width={`${((missing / requestedMinutes) * 100).toFixed(2)}%`}
            aria-hidden="true"
          />
        )}
      </span>
    </>
  );
}

function People({ proposal }: { proposal: PublicProposal }) {
  const { people, answer, lines } = proposal;
  const open = answer ? listAssignedSpans(answer, null) : [];
  if (people.length + open.length === 0) return null;
  return (
    <section aria-labelledby="people">
      <div className={styles.part}>
        <h2 id="people">Your people</h2>
      </div>
      <ol className={styles.people}>
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            answer={answer}
            prices={lines.flatMap(({ talentId, price }) => (talentId === person.id ? price : []))}
          />
        ))}
      </ol>
      {open.length > 0 && (
        <p className={styles.nobody}>
          <i aria-hidden="true" />
          <span>
            <b>{describeSpans(open)}: nobody yet.</b> We keep looking for these hours.
          </span>
        </p>
      )}
    </section>
  );
}

/** Tools that are named, if the plan asks for none. */
const maxTools = 3;

interface PersonProps {
  person: ProposedPerson;
  answer: CoverAnswer | null;
  prices: readonly string[];
}

function Person({ person, answer, prices }: PersonProps) {
  const { id, name, title, toolProficiency, languages } = person;
  const match = answer?.people.find(({ talentId }) => talentId === id);
  const spans = answer ? listAssignedSpans(answer, id) : [];
  const tools = match && match.tools.length > 0 ? match.tools : toolProficiency.slice(0, maxTools);
  return (
    <li>
      <PersonPicture person={person} className={styles.face} size={84} />
      <div>
        <h3>{name}</h3>
        <p>
          {[spans.length > 0 ? describeSpans(spans) : title, tools.join(', '), joinWords(languages)]
            .filter(Boolean)
            .map((text) => `${text}. `)}
        </p>
      </div>
      <p className={styles.price}>
        {answer && spans.length > 0 && <b>{countAssignedMinutes(answer, id) / 60} h</b>}
        {prices.map((price) => (
          <span key={price}>{price}</span>
        ))}
      </p>
    </li>
  );
}

function Note({ proposal: { fromName, note } }: { proposal: PublicProposal }) {
  const { name } = useSite();
  if (!note) return null;
  return (
    <section className={styles.note} aria-labelledby="note">
      <div className={styles.part}>
        <h2 id="note">From {fromName ? getFirstName(fromName) : name}</h2>
      </div>
      <p dir="auto">{note}</p>
    </section>
  );
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  const { supportEmail } = useSite();
  return (
    <section className={`${layoutStyles.container} ${styles.message}`}>
      <h1>{title}</h1>
      <p className={textStyles.lead}>{children}</p>
      <p className={styles.contact}>
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        <PhoneLink />
      </p>
    </section>
  );
}

const NotFound = () => (
  <Message title="We couldn’t find this proposal.">
    The link may be cut or old. Please open it from the email again, or ask us for a new one.
  </Message>
);

const Withdrawn = ({ number }: { number: number }) => (
  <Message title={`${formatProposalName(number)} was withdrawn.`}>
    It can’t be accepted any more. If you expected something else, please write or call.
  </Message>
);
