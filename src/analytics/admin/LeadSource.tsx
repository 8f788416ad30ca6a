import { formatDateTime } from '../../lib/time/format-date';
import { type Attribution, getSource, type Touch } from '../attribution/touch';
import { directSource } from '../funnel-steps';

/** Campaign parameters shown, in this order. */
const shownParameters = ['utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Formats one visit: "newsletter, email, spring, to /talent, Mar 18, 9:12 am". */
function describeVisit(visit: Touch): string {
  const source = getSource(visit) ?? directSource;
  const campaign = shownParameters.flatMap((name) => visit.campaign?.[name] ?? []);
  const isAdClick = Object.keys(visit.campaign ?? {}).some((name) => !name.startsWith('utm_'));
  return [
    source,
    ...campaign,
    ...(isAdClick ? ['ad click'] : []),
    ...(visit.referrer && visit.referrer !== source ? [`from ${visit.referrer}`] : []),
    ...(visit.landing ? [`to ${visit.landing}`] : []),
    formatDateTime(visit.at),
  ].join(', ');
}

/** First and last attributed visit of a lead. */
export function LeadSource({ attribution: { first, last } }: { attribution: Attribution }) {
  if (first.at === last.at) return describeVisit(last);
  return (
    <>
      First {describeVisit(first)}
      <br />
      Last {describeVisit(last)}
    </>
  );
}
