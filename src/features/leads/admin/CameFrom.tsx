import { formatMoment } from '../../../lib/format-date';
import { type Attribution, sourceOf, type Touch } from '../../tracking/touch';

/** The campaign's values, in the order of their weight. */
const shown = ['utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** One arrival in words: "newsletter, email, spring, to /talent, Mar 18, 9:12 AM". */
function arrival(touch: Touch): string {
  const source = sourceOf(touch) ?? 'directly';
  const campaign = shown.flatMap((name) => touch.campaign?.[name] ?? []);
  const isClick = Object.keys(touch.campaign ?? {}).some((name) => !name.startsWith('utm_'));
  return [
    source,
    ...campaign,
    ...(isClick ? ['click on an ad'] : []),
    ...(touch.referrer && touch.referrer !== source ? [`by ${touch.referrer}`] : []),
    ...(touch.landing ? [`to ${touch.landing}`] : []),
    formatMoment(touch.at),
  ].join(', ');
}

/** Where a lead came from: the first time, and the last that said so. */
export function CameFrom({ attribution: { first, last } }: { attribution: Attribution }) {
  if (first.at === last.at) return arrival(last);
  return (
    <>
      First {arrival(first)}
      <br />
      Last {arrival(last)}
    </>
  );
}
