import { useState } from 'react';
import type { PublicTalent } from '../../content/collections/talents/contract';
import {
  shortlistStore,
  useIsShortlisted,
} from '../../content/collections/talents/shortlist/shortlist-store';
import { countAssignedMinutes, listAssignedSpans } from '../../cover/answer';
import type { CoverAnswer, Plan, RosterOptions } from '../../cover/contract';
import { describeSpans, formatHours, formatTheseHours, joinWords } from '../../cover/plan-words';
import { PlanThumbnail } from '../../cover/public/PlanThumbnail';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { formatCount, formatNumber, formatYears } from '../../lib/format-number';
import { getServerMessage } from '../../lib/network/http-client';
import { listDistinct } from '../../lib/to-comparable';
import { Button } from '../../ui/Button';
import { PersonPicture } from '../../ui/picture/Portrait';
import { useToast } from '../../ui/toast/toast';
import { DeskConditions } from './DeskConditions';
import * as styles from './people.module.css';
import { relaxPlan } from './plan-edits';
import * as sentenceStyles from './sentence.module.css';
import type { PlanTools } from './use-plan';

type Match = CoverAnswer['people'][number];

/** How many people the list shows at most. The sheet names everybody who is assigned hours. */
const maxListed = 50;

interface Props extends Pick<PlanTools, 'people' | 'showMore'> {
  plan: Plan;
  answer: CoverAnswer;
  /** The desk whose conditions are shown. */
  desk: number;
  options: RosterOptions;
  onChange: (plan: Plan) => void;
}

/** The people who can work hours of the plan, with the reasons, and the hours of nobody. */
export function WhoCanWork({ plan, answer, people, desk, options, onChange, showMore }: Props) {
  const [isExpanded, setIsExpanded] = useState(false);
  const toast = useToast();
  const all = answer.people.slice(0, maxListed);
  const listed = all.filter(
    ({ talentId }) =>
      people.has(talentId) && (isExpanded || listAssignedSpans(answer, talentId).length > 0),
  );

  async function expand() {
    setIsExpanded(true);
    try {
      await showMore(all.map(({ talentId }) => talentId));
    } catch (error) {
      setIsExpanded(false);
      toast({
        title: 'Something went wrong',
        description: getServerMessage(error, 'The server could not be reached. Please try again.'),
        tone: 'bad',
      });
    }
  }

  return (
    <section className={styles.part} aria-labelledby="who">
      <div className={styles.head}>
        <h2 id="who">Who can work them</h2>
        <p>
          Sorted by hours that fit, then role, trade, tools and languages.{' '}
          {all.length > listed.length && (
            <span>
              <span>{`${listed.length} of ${formatNumber(answer.people.length)} who fit in part.`}</span>{' '}
              <button type="button" className={sentenceStyles.change} onClick={expand}>
                {`See ${all.length < answer.people.length ? maxListed : `all ${all.length}`}`}
              </button>
            </span>
          )}
        </p>
      </div>
      <DeskConditions plan={plan} desk={desk} options={options} onChange={onChange} />
      <ol className={styles.list}>
        {listed.map((match) => {
          const talent = people.get(match.talentId);
          return (
            talent && (
              <PersonRow
                key={talent.id}
                plan={plan}
                answer={answer}
                match={match}
                talent={talent}
              />
            )
          );
        })}
        <NobodyRow plan={plan} answer={answer} onChange={onChange} />
      </ol>
    </section>
  );
}

interface RowProps {
  plan: Plan;
  answer: CoverAnswer;
}

function PersonRow({
  plan,
  answer,
  match,
  talent,
}: RowProps & { match: Match; talent: PublicTalent }) {
  const taken = listAssignedSpans(answer, talent.id);
  const takenMinutes = countAssignedMinutes(answer, talent.id);
  const others = match.minutes - takenMinutes;
  return (
    <li>
      <PersonPicture person={talent} className={styles.face} size={116} />
      <div className={styles.name}>
        <h3>{talent.name}</h3>
        <p className={styles.role}>
          {talent.role}, {talent.seniority}
        </p>
        <InquiryButton
          talent={talent}
          className={sentenceStyles.change}
          label={`View profile, ${talent.name}`}
        >
          View profile
        </InquiryButton>
      </div>
      <div className={styles.hours}>
        <PlanThumbnail
          hours={plan.desks.flatMap(({ hours }) => hours)}
          covered={taken}
          open={plan.open}
          className={styles.thumbnail}
        />
        <p>
          <b>{match.minutes / 60}</b> <span>{`of ${formatHours(answer.requestedMinutes)}`}</span>
          <br />
          <span>{taken.length > 0 && `Takes ${describeSpans(taken)}. `}</span>
          <span>
            {others > 0 &&
              (taken.length > 0
                ? `Could take ${formatHours(others)} more.`
                : 'Could take them instead.')}
          </span>
        </p>
      </div>
      <Reasons plan={plan} match={match} talent={talent} />
      <div className={styles.action}>
        <ShortlistToggle talent={talent} />
      </div>
    </li>
  );
}

type Fit = 'full' | 'half' | 'none';

/** Lists the values that the desks ask for, each once. */
const listWanted = (plan: Plan, field: 'tools' | 'languages') =>
  listDistinct(plan.desks.flatMap((desk) => (desk.hours.length > 0 ? desk[field] : [])));

interface Reason {
  fit: Fit;
  text: string;
  note?: string;
}

/**
 * Compares the wanted values with the known ones.
 * @param asked the note if all wanted ones are known @param unasked the note if none is wanted
 */
function describeValues(
  wanted: readonly string[],
  known: readonly string[],
  own: string[],
  [asked, unasked]: readonly [asked: string, unasked: string],
): Reason {
  const missing = wanted.filter((name) => !known.includes(name));
  const first = own.slice(0, 2).join(', ');
  if (wanted.length === 0) return { fit: 'full', text: first, note: unasked };
  if (missing.length === 0) return { fit: 'full', text: known.join(', '), note: asked };
  const fit = known.length > 0 ? 'half' : 'none';
  return { fit, text: `No ${joinWords(missing)}`, note: first };
}

/** The reasons: role, trade, tools and languages, each with a full, half or hatched block. */
function Reasons({ plan, match, talent }: { plan: Plan; match: Match; talent: PublicTalent }) {
  const roles = plan.desks.flatMap(({ role, hours }) => (role && hours.length > 0 ? role : []));
  const trades = talent.industry.slice(0, 2).join(', ');
  const reasons: Reason[] = [
    match.role || roles.length === 0
      ? { fit: 'full', text: talent.role, ...(roles.length > 0 && { note: 'your role' }) }
      : { fit: 'none', text: talent.role, note: `not ${joinWords([...new Set(roles)])}` },
    match.industry || !plan.industry
      ? { fit: 'full', text: trades, note: formatYears(talent.yearsExperience) }
      : {
          fit: 'half',
          text: `${trades}, not ${plan.industry}`,
          note: formatYears(talent.yearsExperience),
        },
    describeValues(listWanted(plan, 'tools'), match.tools, talent.toolProficiency, [
      'as you asked',
      'tools',
    ]),
    describeValues(listWanted(plan, 'languages'), match.languages, talent.languages, [
      'spoken',
      'languages',
    ]),
  ];
  return (
    <ul className={styles.reasons}>
      {reasons
        .filter(({ text }) => text !== '')
        .map(({ fit, text, note }, index) => (
          <li key={index} data-fit={fit}>
            <span>{text}</span>
            {note && <small>{note}</small>}
          </li>
        ))}
    </ul>
  );
}

/** Adds a person to the visitor's shortlist, or removes them. */
function ShortlistToggle({ talent }: { talent: PublicTalent }) {
  const isShortlisted = useIsShortlisted(talent.id);
  const toast = useToast();
  return (
    <Button
      variant="secondary"
      aria-pressed={isShortlisted}
      aria-label={`${isShortlisted ? 'On your shortlist' : 'Add to shortlist'}: ${talent.name}`}
      onClick={() => {
        if (isShortlisted) shortlistStore.remove(talent.id);
        else if (!shortlistStore.add(talent)) toast({ title: 'Your shortlist is full' });
      }}
    >
      {isShortlisted ? 'On your shortlist' : 'Add to shortlist'}
    </Button>
  );
}

/** The hours that nobody can work: the last row, as large as the others. */
function NobodyRow({ plan, answer, onChange }: RowProps & Pick<Props, 'onChange'>) {
  const open = listAssignedSpans(answer, null);
  if (open.length === 0) return null;
  const openMinutes = countAssignedMinutes(answer, null);
  const [relaxation] = answer.relax ?? [];
  return (
    <li className={styles.nobody}>
      <div className={styles.face} />
      <div className={styles.name}>
        <h3>Nobody yet</h3>
        <p className={styles.role}>{describeSpans(open)}</p>
      </div>
      <div className={styles.hours}>
        <PlanThumbnail hours={open} covered={[]} open={plan.open} className={styles.thumbnail} />
        <p>
          <b>{openMinutes / 60}</b> <span>{`of ${formatHours(answer.requestedMinutes)}`}</span>
          <br />
          Stay open on your plan.
        </p>
      </div>
      <p className={styles.reasons}>
        {`${
          relaxation
            ? `Without ${relaxation.name}, ${relaxation.coveredMinutes / 60} of ${formatHours(answer.requestedMinutes)} could be covered: ${formatCount(relaxation.people, 'person', 'people')} can work some of them.`
            : 'Everyone on our list is off or taken then.'
        } Send the plan anyway: we look for ${formatTheseHours(openMinutes)} first.`}
      </p>
      {relaxation && (
        <div className={styles.action}>
          <Button variant="secondary" onClick={() => onChange(relaxPlan(plan, relaxation))}>
            {`Without ${relaxation.name}`}
          </Button>
        </div>
      )}
    </li>
  );
}
