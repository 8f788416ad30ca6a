import { createStoredValue, wordList } from '../../lib/browser-storage';
import { recordTouch } from '../attribution/attribution-store';
import { getSource } from '../attribution/touch';
import { maxSourceLength, type ReportedStep } from '../funnel-steps';
import type { TrackedEvent } from '../tracking/events';
import { subscribeToEvents } from '../tracking/track';

/** The steps that this visit has reported. Without session storage, each page reports its own. */
const storedSteps = createStoredValue<string[]>({
  key: 'funnel',
  ...wordList,
  storage: () => sessionStorage,
});

function toReportedStep(event: TrackedEvent): ReportedStep | null {
  switch (event.name) {
    case 'page_view':
      return 'visit';
    case 'package_selected':
      return 'package';
    case 'form_step':
      return `form_${event.details.step}`;
    default:
      return null;
  }
}

/**
 * Reports the funnel steps of this visit, each once. A report has the step and the source, nothing
 * that identifies the visitor.
 * @param landingUrl the page's URL when it was opened
 */
export function startVisitReporting(landingUrl: URL): void {
  const { last } = recordTouch(landingUrl);
  const source = getSource(last)?.slice(0, maxSourceLength);
  const reported = new Set(storedSteps.read());
  let unsent: ReportedStep[] = [];

  function send(): void {
    const body = JSON.stringify({ steps: unsent, source });
    unsent = [];
    // `keepalive` lets the request finish when the visitor leaves. Failures are ignored.
    fetch('/api/funnel', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body,
    }).catch(() => undefined);
  }

  subscribeToEvents((event) => {
    const step = toReportedStep(event);
    if (step === null || reported.has(step)) return;
    reported.add(step);
    storedSteps.write([...reported]);
    // Batch the steps of one task into one report.
    if (unsent.push(step) === 1) queueMicrotask(send);
  });
}
