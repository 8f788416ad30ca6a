import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Talent } from '../../../content/collections/talents/contract';
import { buildItemUrl } from '../../../content/kit/list/use-linked-item';
import type { CoverAnswer, Plan } from '../../../cover/contract';
import { encodePlan } from '../../../cover/encode-plan';
import {
  countMinutes,
  describePlan,
  describeSpans,
  formatHours,
  joinWords,
} from '../../../cover/plan-words';
import { PlanSheet } from '../../../cover/public/PlanSheet';
import { formatCount } from '../../../lib/format-number';
import { getServerMessage, request } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { getRoleTheme, Portrait } from '../../../ui/Portrait';
import { Skeleton } from '../../../ui/QueryState';
import type { LeadDetail } from '../../detail-contract';
import { buildPlanPath } from '../../lead-plan';
import { getFirstName } from '../labels';
import * as titleStyles from '../section-title.module.css';
import * as styles from './LeadPlan.module.css';

/** People shown, unless more have hours on the plan; the others are counted. */
const minShownPeople = 5;

/** Asks who can work a plan now: people and their hours change after it was sent. */
const useAnswer = (plan: Plan) =>
  useQuery({
    queryKey: ['/api', 'cover', encodePlan(plan)],
    queryFn: ({ signal }) =>
      request<CoverAnswer>('/api/cover', { method: 'POST', body: plan, signal }),
    staleTime: 0,
  });

/** Describes what a desk asks for: "Receptionist. Boulevard. Spanish or English." */
const describeWishes = ({ role, tools, languages }: Plan['desks'][number]): string =>
  [role, joinWords(tools), languages.join(' or ')].filter(Boolean).join('. ');

interface PersonHours {
  talent: Talent;
  /** The hours that the answer gives them; empty when others do it. */
  spans: CoverAnswer['desks'][number]['spans'];
  /** Minutes of the plan that they could work. */
  minutes: number;
}

/** Lists the people of an answer: those with hours on the plan, then those who could help out. */
function listPeople(answer: CoverAnswer, talents: readonly Talent[]): PersonHours[] {
  const spans = answer.desks.flatMap((desk) => desk.spans);
  const people = answer.people.flatMap(({ talentId, minutes }) => {
    const talent = talents.find(({ id }) => id === talentId);
    return talent
      ? [{ talent, minutes, spans: spans.filter((span) => span.talentId === talentId) }]
      : [];
  });
  return people.sort((a, b) => countMinutes(b.spans) - countMinutes(a.spans));
}

/** The plan that came with a lead: its week, and who can work it now. */
export default function LeadPlan({ lead, plan }: { lead: LeadDetail; plan: Plan }) {
  const [desk, setDesk] = useState(0);
  const { data: talents = [] } = useQuery<Talent[]>({ queryKey: ['/api', 'talents'] });
  const { data: answer, error, isFetching, refetch } = useAnswer(plan);
  const { locations = 1, perLocation } = plan;
  const shown = plan.desks[Math.min(desk, plan.desks.length - 1)];
  const wishes = shown && describeWishes(shown);
  return (
    <section className={styles.plan} id="plan" aria-labelledby="plan-heading">
      <div className={titleStyles.title}>
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
            answer={answer}
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
        {answer && <People answer={answer} talents={talents} />}
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

function People({ answer, talents }: { answer: CoverAnswer; talents: readonly Talent[] }) {
  const people = listPeople(answer, talents);
  const working = people.filter((person) => person.spans.length > 0).length;
  const shown = people.slice(0, Math.max(minShownPeople, working));
  const rest = people.length - shown.length;
  const spans = answer.desks.flatMap((desk) => desk.spans);
  const open = spans.filter(({ talentId }) => talentId === null);
  return (
    <>
      <ol className={styles.people}>
        {shown.map((person) => (
          <Person key={person.talent.id} {...person} />
        ))}
      </ol>
      {rest > 0 && (
        <p className={styles.rest}>{`${formatCount(rest, 'other')} could work some.`}</p>
      )}
      {open.length > 0 && (
        <p className={styles.nobody}>
          <i aria-hidden="true" />
          <span>
            <b>{`${formatHours(countMinutes(open))}, nobody yet: `}</b>
            {describeSpans(open)}
          </span>
        </p>
      )}
    </>
  );
}

function Person({ talent, spans, minutes }: PersonHours) {
  const { id, name, role, imageUrl, imageStyle, imageFocus, imageExposure } = talent;
  return (
    <li>
      <a href={buildItemUrl('talents', id)}>
        <span className={styles.face} data-r={getRoleTheme(role)} data-style={imageStyle}>
          <Portrait imageUrl={imageUrl} focus={imageFocus} exposure={imageExposure} size={56} />
        </span>
        <span>
          <b>{name}</b>
          {spans.length > 0
            ? describeSpans(spans)
            : `Could work ${formatHours(minutes)} of it instead`}
        </span>
        {spans.length > 0 && (
          <span className={styles.hours}>{`${countMinutes(spans) / 60} h`}</span>
        )}
      </a>
    </li>
  );
}
