import { memo, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { listAssignedIds } from '../../cover/answer';
import type { Plan } from '../../cover/contract';
import { encodePlan } from '../../cover/encode-plan';
import { countPlanMinutes, formatTheseHours, toFragment } from '../../cover/plan-words';
import { PlanSheet } from '../../cover/public/PlanSheet';
import { LinkIcon, Share } from '../../cover/public/sheet-icons';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { formatCount } from '../../lib/format-number';
import { usePreloaded } from '../../lib/query-cache';
import { useSite } from '../../lib/site';
import { Button, getButtonClass, IconButton } from '../../ui/Button';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { SiteLayout } from '../layout/SiteLayout';
import * as styles from './CoverPage.module.css';
import { type CoverState, coverStateKey, createStartingPlan } from './cover-state';
import { PlainForm } from './PlainForm';
import { PlanSentence } from './PlanSentence';
import { relaxPlan } from './plan-edits';
import { TakeWithYou, useCopyLink, useShareLink } from './TakeWithYou';
import { type PlanTools, usePlan } from './use-plan';
import { useCosts, WhatItCosts } from './WhatItCosts';
import { WhoCanWork } from './WhoCanWork';

/**
 * The page on which a visitor paints the hours that nobody covers. Memoized, because each change of the
 * address renders what is around the page.
 */
export default memo(function CoverPage() {
  const { timeZone } = useSite();
  const state = usePreloaded<CoverState>(coverStateKey) ?? {
    plan: createStartingPlan(timeZone),
    people: [],
    options: { roles: [], tools: [], languages: [], hasPeople: true },
  };
  return (
    <SiteLayout>
      <CoverTool state={state} />
    </SiteLayout>
  );
});

/**
 * Returns the desk that is shown, which the plan may not have yet. A fragment of the address opens
 * another than the first one.
 */
function useDesk({ desks }: Plan) {
  const [desk, setDesk] = useState(0);
  useEffect(() => {
    const named = desks.findIndex(({ name }) => `#${toFragment(name)}` === location.hash);
    if (named > 0) setDesk(named);
    // Only when the page opens.
  }, []);
  return [desk, setDesk] as const;
}

function CoverTool({ state }: { state: CoverState }) {
  const { url, name } = useSite();
  const tools = usePlan(state);
  const { plan, answer, answeredPlan, people, status, change, showMore } = tools;
  const [shownDesk, setDesk] = useDesk(plan);
  const desk = Math.min(shownDesk, plan.desks.length - 1);
  const minutes = countPlanMinutes(plan);
  const costs = useCosts(minutes);
  const code = encodePlan(plan);
  const address = `${url}/cover?p=${code}`;
  const copyLink = useCopyLink(address);
  const share = useShareLink(address);
  // An earlier plan's people have not been asked about the hours of this one.
  const current = answeredPlan === plan ? answer : undefined;
  const assigned = current ? listAssignedIds(current).flatMap((id) => people.get(id) ?? []) : [];
  const topic = { plan, code, answer: current ?? null, people: assigned, costs: costs.text };
  const ask = (className: string) => (
    <InquiryButton className={className} plan={topic}>
      Ask about this plan
    </InquiryButton>
  );

  return (
    <div className={styles.page}>
      <div className={`${layoutStyles.container} ${styles.head}`}>
        <h1>Paint the hours nobody covers.</h1>
        <p className={`${textStyles.lead} ${styles.lead}`}>
          Drag across the sheet. We show who can work those hours, and say so where nobody can.
        </p>
        {state.notice && (
          <p className={styles.notice} role="status">
            {state.notice}
          </p>
        )}
      </div>
      <div
        className={`${layoutStyles.container} ${styles.sheet}`}
        data-empty={minutes === 0 || undefined}
        inert={status === 'opening'}
      >
        <PlanSentence plan={plan} onChange={change} />
        <PlanSheet
          plan={plan}
          answer={answer}
          answeredPlan={answeredPlan}
          people={people}
          desk={shownDesk}
          onDeskChange={setDesk}
          onChange={change}
          actions={
            <>
              <Button variant="quiet" className={styles.wide} onClick={copyLink}>
                <LinkIcon />
                Copy link
              </Button>
              {ask(getButtonClass())}
              <IconButton label="Share" className={styles.narrow} onClick={share}>
                <Share />
              </IconButton>
            </>
          }
          notice={getNotice(tools)}
        />
      </div>
      <div className={layoutStyles.container}>
        <OtherDesks {...{ plan, answer, people, desk }} />
        <noscript>
          {/* Browsers that run scripts don't load its code. */}
          {import.meta.env.SSR && <PlainForm plan={plan} options={state.options} />}
        </noscript>
        {answer && (
          <div aria-busy={status !== 'done'}>
            <Outcome {...{ plan, answer }} hasPeople={state.options.hasPeople} onChange={change} />
            <WhoCanWork
              {...{ plan, answer, people, desk, showMore }}
              options={state.options}
              onChange={change}
            />
            <WhatItCosts answer={answer} costs={costs} />
            <TakeWithYou address={address}>
              {ask(getButtonClass('primary', 'l'))}
              <p className={textStyles.note}>Three short steps, no account.</p>
            </TakeWithYou>
            <p className={styles.printed}>{`${name}: ${address}`}</p>
          </div>
        )}
      </div>
    </div>
  );
}

// The heights of what is printed, in CSS pixels.
const pageHeight = 940;
const sheetHeight = 290;
const personHeight = 56;
const othersHeight = 620;

/** The sheets of the other desks with hours, for paper and for browsers without JavaScript. */
function OtherDesks({
  plan,
  answer,
  people,
  desk,
}: Pick<PlanTools, 'plan' | 'answer' | 'people'> & { desk: number }) {
  const [isPrinting, setIsPrinting] = useState(false);
  const count = plan.desks.filter(({ hours }) => hours.length > 0).length;
  const rows = answer ? listAssignedIds(answer).length : 0;
  useEffect(() => {
    const show = () => {
      // The page is printed as soon as the listener returns.
      flushSync(() => setIsPrinting(true));
      const height = othersHeight + count * sheetHeight + (rows + 1) * personHeight;
      // A long plan is scaled to one page.
      const zoom = Math.min(1, pageHeight / height);
      document.documentElement.style.setProperty('--print-zoom', String(zoom));
    };
    addEventListener('beforeprint', show);
    return () => removeEventListener('beforeprint', show);
  }, [count, rows]);
  const sheets = plan.desks.map(
    ({ name, hours }, index) =>
      index !== desk &&
      hours.length > 0 && (
        <div key={name} className={styles.otherDesk}>
          <PlanSheet {...{ plan, answer, people }} desk={index} />
        </div>
      ),
  );
  return isPrinting ? sheets : <noscript>{import.meta.env.SSR && sheets}</noscript>;
}

/** What the foot of the sheet says instead of the sum, while there is no answer. */
function getNotice({ status, retry }: PlanTools) {
  if (status === 'opening') return <p className={styles.looking}>Opening your plan</p>;
  if (status === 'slow') return <p className={styles.looking}>Looking for people</p>;
  if (status !== 'failed') return undefined;
  return (
    <div className={styles.failed}>
      <p>We cannot look for people right now. Your hours are safe in the address.</p>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

interface OutcomeProps {
  plan: Plan;
  answer: NonNullable<PlanTools['answer']>;
  hasPeople: boolean;
  onChange: (plan: Plan) => void;
}

/** What to do when nobody can work any of the hours. */
function Outcome({ plan, answer, hasPeople, onChange }: OutcomeProps) {
  if (answer.coveredMinutes > 0) return null;
  const hours = formatTheseHours(answer.requestedMinutes);
  if (!hasPeople) {
    return (
      <div className={styles.outcome}>
        <h2>We have not entered our people’s hours yet.</h2>
        <p>{`Your plan is kept at its address. Send it, and we look for names for ${hours}.`}</p>
      </div>
    );
  }
  const relaxations = answer.relax?.slice(0, 2) ?? [];
  return (
    <div className={styles.outcome}>
      <h2>{`Nobody on our list works ${hours}.`}</h2>
      <p>
        {`${
          relaxations.length > 0 ? 'Try it with one condition less, or send' : 'Send'
        } the plan: we look for ${hours} first.`}
      </p>
      <div className={layoutStyles.actions}>
        {relaxations.map((relaxation) => (
          <Button
            key={relaxation.name}
            variant="secondary"
            onClick={() => onChange(relaxPlan(plan, relaxation))}
          >
            {`Without ${relaxation.name}, ${formatCount(relaxation.people, 'person', 'people')}`}
          </Button>
        ))}
      </div>
    </div>
  );
}
