import type { Tracking } from '../../lib/site';
import { refusesAdvertising } from './attribution-store';
import { type Choice, nothingAgreed, purposesOf } from './consent';
import { consentStore } from './consent-store';
import type { TrackedEvent } from './events';
import { googleAnalytics } from './platforms/google-analytics';
import { linkedIn } from './platforms/linkedin';
import { metaPixel } from './platforms/meta-pixel';
import type { Platform } from './platforms/platform';
import { tagManager } from './platforms/tag-manager';
import { isSent, rememberSent } from './sent-events';
import { onTrackedEvent } from './track';

/** Events that wait for the visitor's choice; of more, the first ones count. */
const mostWaiting = 50;

const platformsOf = (tracking: Tracking): Platform[] => [
  ...(tracking.googleAnalytics ? [googleAnalytics(tracking.googleAnalytics)] : []),
  ...(tracking.tagManager ? [tagManager(tracking.tagManager)] : []),
  ...(tracking.metaPixel ? [metaPixel(tracking.metaPixel)] : []),
  ...(tracking.linkedIn ? [linkedIn(tracking.linkedIn)] : []),
];

/** Removes the cookies with such names, also those that were set for the whole domain. */
function removeCookies(names: RegExp): void {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=', 1)[0] ?? '';
    if (!names.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${name}=; path=/; max-age=0`;
    for (const domain of domains) {
      // biome-ignore lint/suspicious/noDocumentCookie: as above
      document.cookie = `${name}=; path=/; domain=${domain}; max-age=0`;
    }
  }
}

/** What may be measured; null while the visitor has yet to say. */
function presentChoice(tracking: Tracking): Choice | null {
  const { consent } = consentStore.read();
  if (consent) return consent;
  const asked = purposesOf(tracking).filter(
    (purpose) => purpose === 'analytics' || !refusesAdvertising(),
  );
  // The browser has said no to all that there is to be asked.
  return asked.length === 0 ? nothingAgreed : null;
}

/**
 * Tells the platforms that are set up what the visitor agrees to tell them. A platform is loaded with
 * the first event that it is told, and so on no page whose address is a visitor's own.
 */
export function startTracker(tracking: Tracking): void {
  const platforms = platformsOf(tracking);
  const running = new Set<Platform>();
  let waiting: TrackedEvent[] = [];

  function send(event: TrackedEvent, choice: Choice): void {
    const allowed = platforms.filter((platform) => platform.isAllowed(choice));
    if (allowed.length === 0 || isSent(event)) return;
    rememberSent(event);
    for (const platform of allowed) {
      if (!running.has(platform)) platform.start(choice);
      running.add(platform);
      platform.send(event);
    }
  }

  let heeded = consentStore.read().consent;

  function heedChoice(): void {
    const { consent } = consentStore.read();
    // Being asked again changes nothing yet.
    if (consent === heeded) return;
    heeded = consent;
    const choice = presentChoice(tracking);
    for (const platform of platforms) {
      if (choice && platform.isAllowed(choice)) {
        if (running.has(platform)) platform.update?.(choice);
        continue;
      }
      if (running.delete(platform)) platform.stop();
      if (choice) removeCookies(platform.cookies);
    }
    if (!choice) return;
    const due = waiting;
    waiting = [];
    for (const event of due) send(event, choice);
  }

  onTrackedEvent((event) => {
    const choice = presentChoice(tracking);
    if (choice) send(event, choice);
    else if (waiting.length < mostWaiting) waiting.push(event);
  });
  consentStore.subscribe(heedChoice);
}
