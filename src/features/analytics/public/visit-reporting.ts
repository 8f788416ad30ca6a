import { recordTouch } from '../attribution/attribution-store';
import { getSource } from '../attribution/touch';
import { maxSourceLength, type ReportedStep } from '../funnel-steps';
import type { TrackedEvent } from '../tracking/events';
import { subscribeToEvents } from '../tracking/track';

/** The steps that this visit has reported; forgotten when its tab is closed. */
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

function readReportedSteps(): Set<string> {
  try {
    return new Set((sessionStorage.getItem(storageKey) ?? '').split(' '));
  } catch {
    return new Set();
  }
}

/**
 * Reports what this visit does, each step once: a word and the source, nothing that tells one visitor
 * from another.
 * @param landingUrl the page's address as it was when it was opened
 */
export function startVisitReporting(landingUrl: URL): void {
  const { last } = recordTouch(landingUrl);
  const source = getSource(last)?.slice(0, maxSourceLength);
  const reported = readReportedSteps();
  let unsent: ReportedStep[] = [];

  function send(): void {
    const body = JSON.stringify({ steps: unsent, source });
    unsent = [];
    // `keepalive`: it goes also when the visitor leaves. Nobody waits for it, and none is told that it failed.
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
    try {
      sessionStorage.setItem(storageKey, [...reported].join(' '));
    } catch {
      // Counted once a page, then.
    }
    // What happens in one go is one report.
    if (unsent.push(step) === 1) queueMicrotask(send);
  });
}
