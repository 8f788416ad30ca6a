import { useEffect, useState } from 'react';
import { encodePlan } from '../../cover/encode-plan';
import { leadInput } from '../contract';
import type { PlanTopic } from '../inquiry/inquiry-topic';
import { draftStore, getCurrentPlan } from './draft-store';

/** Returns the plan that a visitor has painted before they opened the form about something else. */
function findPainted(): PlanTopic | null {
  const plan = getCurrentPlan();
  return plan && { plan, code: encodePlan(plan) };
}

/**
 * Returns the plan to send with an inquiry: the one with which the form was opened, otherwise the
 * page's or the draft's. The visitor may leave it out, and decides whether their cost numbers go along.
 */
export function useInquiryPlan(opened: PlanTopic | undefined) {
  const [painted] = useState(findPainted);
  const [isIncluded, setIncluded] = useState(true);
  const [includesCosts, setIncludesCosts] = useState(false);
  const topic = opened ?? painted;
  const plan = topic && isIncluded ? topic.plan : null;

  useEffect(() => draftStore.setPlan(plan), [plan]);

  return {
    topic,
    isIncluded,
    setIncluded,
    /** Null for one that the server would reject: it must not block the inquiry. */
    plan: leadInput.shape.plan.safeParse(plan).data ?? null,
    /** The cost numbers that the visitor may add to the message. */
    costs: (plan && topic?.costs) ?? null,
    includesCosts,
    setIncludesCosts,
  };
}

export type InquiryPlan = ReturnType<typeof useInquiryPlan>;
