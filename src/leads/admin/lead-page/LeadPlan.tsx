import { type ReactNode, useState } from 'react';
import type { Talent } from '../../../content/collections/talents/contract';
import { countAssignedMinutes, listAssignedIds, listAssignedSpans } from '../../../cover/answer';
import type { CoverAnswer, Plan } from '../../../cover/contract';
import { coverPlan } from '../../../cover/match';
import { describePlan, describeSpans, formatHours, joinWords } from '../../../cover/plan-words';
import { PlanSheet } from '../../../cover/public/PlanSheet';
import { getFirstName } from '../../../cover/public/sheet-words';
import { formatCount } from '../../../lib/format-number';
import { getServerMessage } from '../../../lib/network/http-client';
import type { WeekSpan } from '../../../lib/time/week-hours';
import { Button } from '../../../ui/Button';
import * as formStyles from '../../../ui/form/form.module.css';
import { Skeleton } from '../../../ui/QueryState';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import type { LeadDetail } from '../../detail-contract';
import { buildPlanPath } from '../../lead-plan';
import { PersonLink } from '../lead-parts';
import { usePlanAnswer, useTalentChoices } from '../queries';
import * as styles from './LeadPlan.module.css';

/** People shown, unless more have hours on the plan. */
const minShownPeople = 5;

/** Describes what a desk asks for: "Receptionist. Boulevard. Spanish or English." */
const describeWishes = ({ role, tools, languages }: Plan['desks'][number]): string =>
  [role, joinWords(tools), languages.join(' or ')].filter(Boolean).join('. ');

interface PersonHours {
  talent: Talent;
  /** The hours that they are given; none when others work them. */
  spans: WeekSpan[];
  /** Minutes of these hours. */
  workedMinutes: number;
  /** Minutes of the plan that they could work. */
  minutes: number;
}

/**
 * Lists the people of an answer: those with hours on the plan, then those who could help out.
 * @param shown the answer whose hours are shown, if only some of the people are chosen
 */
const listPeople = (answer: CoverAnswer, shown: CoverAnswer, talents: readonly Talent[]) =>
  answer.people
    .flatMap(({ talentId, minutes }): PersonHours[] => {
      const talent = talents.find(({ id }) => id === talentId);
      return talent
        ? [
            {
              talent,
              minutes,
              spans: listAssignedSpans(shown, talentId),
              workedMinutes: countAssignedMinutes(shown, talentId),
            },
          ]
        : [];
    })
    .sort(
      (a, b) =>
        countAssignedMinutes(answer, b.talent.id) - countAssignedMinutes(answer, a.talent.id),
    );

/** The people whom the owner proposes to a lead. */
interface PlanChoice {
  /** Undefined as long as nothing was chosen: those who have hours on the plan. */
  ids: readonly string[] | undefined;
  onChange: (ids: readonly string[]) => void;
}

interface Props {
  lead: LeadDetail;
  plan: Plan;
  choice: PlanChoice;
  /** Buttons below the people. */
  actions?: ReactNode;
}

/** The plan that came with a lead: its week, and who can work it now. */
export default function LeadPlan({ lead, plan, choice, actions }: Props) {
  const [desk, setDesk] = useState(0);
  const { data: talents = [] } = useTalentChoices();
  const { data: answer, error, isFetching, refetch } = usePlanAnswer(plan);
  const { ids } = choice;
  const shownAnswer = ids
    ? coverPlan(
        plan,
        talents.filter(({ id }) => ids.includes(id)),
      )
    : answer;
  const { locations = 1, perLocation } = plan;
  const shown = plan.desks[Math.min(desk, plan.desks.length - 1)];
  const wishes = shown && describeWishes(shown);
  return (
    <section className={styles.plan} id="plan" aria-labelledby="plan-heading">
      <div className={adminStyles.sectionTitle}>
        <h2 id="plan-heading">
          Plan <span>{formatHours(describePlan(plan).minutes)} a week</span>
        </h2>
        <a
          className={styles.link}
          href={buildPlanPath(plan)}
        >{`Open as ${getFirstName(lead.contactName)} sees it`}</a>
      </div>
      <div>
        {shown && (
          <PlanSheet
            plan={plan}
            answer={shownAnswer}
            people={new Map(talents.map((talent) => [talent.id, talent]))}
            desk={desk}
            {...(plan.desks.length > 1 && { onDeskChange: setDesk })}
            isSmall
          />
        )}
        <p className={styles.legend}>
          {perLocation && <span>{`One at each of ${formatCount(locations, 'location')}`}</span>}
          {wishes && <span>{wishes}</span>}
        </p>
      </div>
      <div>
        {answer && shownAnswer && (
          <People answer={answer} shown={shownAnswer} {...{ talents, choice, actions }} />
        )}
        {!answer && error === null && <Skeleton label="Loading people..." count={3} />}
        {!answer && error !== null && (
          <div role="alert">
            <p>{getServerMessage(error, 'Who can work it could not be loaded.')}</p>
            <Button variant="secondary" size="s" busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

interface PeopleProps extends Pick<Props, 'choice' | 'actions'> {
  answer: CoverAnswer;
  shown: CoverAnswer;
  talents: readonly Talent[];
}

function People({ answer, shown, talents, choice, actions }: PeopleProps) {
  const [isWhole, setIsWhole] = useState(false);
  const people = listPeople(answer, shown, talents);
  const working = listAssignedIds(answer);
  const chosen = choice.ids ?? working;
  const count = Math.max(minShownPeople, working.length);
  const listed = people.filter(
    ({ talent }, index) => isWhole || index < count || chosen.includes(talent.id),
  );
  const open = listAssignedSpans(shown, null);
  return (
    <>
      <ol className={styles.people}>
        {listed.map((person) => {
          const { id } = person.talent;
          const isChosen = chosen.includes(id);
          return (
            <Person
              key={id}
              {...person}
              isChosen={isChosen}
              onToggle={() =>
                choice.onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])
              }
            />
          );
        })}
      </ol>
      {open.length > 0 && (
        <p className={styles.nobody}>
          <i className={adminStyles.mark} aria-hidden="true" />
          <span>
            <b>{`${formatHours(countAssignedMinutes(shown, null))}, nobody yet: `}</b>
            {describeSpans(open)}
          </span>
        </p>
      )}
      <div className={styles.actions}>
        {actions}
        {listed.length < people.length && (
          <Button variant="quiet" onClick={() => setIsWhole(true)}>
            {`Other people, ${people.length - listed.length}`}
          </Button>
        )}
      </div>
    </>
  );
}

interface PersonProps extends PersonHours {
  isChosen: boolean;
  onToggle: () => void;
}

function Person({ talent, isChosen, onToggle, ...hours }: PersonProps) {
  const { spans, minutes, workedMinutes } = hours;
  const { name } = talent;
  return (
    <li>
      <label className={formStyles.checkbox}>
        <input
          type="checkbox"
          aria-label={`Propose ${name}`}
          checked={isChosen}
          onChange={onToggle}
        />
      </label>
      <PersonLink talent={talent}>
        <span>
          <b>{name}</b>
          {spans.length > 0
            ? describeSpans(spans)
            : `Could work ${formatHours(minutes)} of it${isChosen ? '' : ' instead'}`}
        </span>
        {spans.length > 0 && <span className={styles.hours}>{`${workedMinutes / 60} h`}</span>}
      </PersonLink>
    </li>
  );
}
