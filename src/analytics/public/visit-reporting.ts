import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { recordTouch } from '../attribution/attribution-store';
import { getSource } from '../attribution/touch';
import { maxSourceLength, type ReportedStep } from '../funnel-steps';
import type { TrackedEvent } from '../tracking/events';
import { subscribeToEvents } from '../tracking/track';

/** Session storage key of the steps that this visit has reported. */
const storageKey = 'funnel';

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
  // Without session storage a step is reported once per page.
  const storage = () => sessionStorage;
  const reported = new Set((readStoredText(storageKey, storage) ?? '').split(' '));
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
    storeText(storageKey, [...reported].join(' '), storage);
    // Batch the steps of one task into one report.
    if (unsent.push(step) === 1) queueMicrotask(send);
  });
}
