import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { reportClientError } from '../../lib/browser/report-client-error';
import type { Tracking } from '../../lib/site';
import { hasGlobalPrivacyControl } from '../attribution/attribution-store';
import { type ConsentChoice, getAskedPurposes, noConsent } from '../consent/consent';
import { consentStore } from '../consent/consent-store';
import type { TrackedEvent } from './events';
import { createGoogleAnalytics, createTagManager } from './platforms/google';
import { createLinkedIn } from './platforms/linkedin';
import { createMetaPixel } from './platforms/meta-pixel';
import type { Platform } from './platforms/platform';
import { subscribeToEvents } from './track';

/** Local storage key of the IDs of the leads that this browser has reported, in any release. */
const storageKey = 'told-events';

/** Maximum number of stored IDs: more than a visitor sends while a thank-you page stays open. */
const maxStoredEvents = 50;

/** IDs of the events sent from this page, including those that can't be stored. */
const sentEventIds = new Set<string>();

const loadStoredIds = (): string[] => (readStoredText(storageKey) ?? '').split(' ').filter(Boolean);

/** Returns whether this browser has sent the event before, from this page or another. */
const isSent = ({ id }: TrackedEvent): boolean =>
  sentEventIds.has(id) || loadStoredIds().includes(id);

/**
 * Records that an event was sent. Leads are also stored beyond the page, because another page may
 * repeat them. Without storage, a reload may send the event again, under the same ID.
 */
function markSent({ id, name }: TrackedEvent): void {
  sentEventIds.add(id);
  if (name !== 'lead_submission') return;
  storeText(storageKey, [...loadStoredIds(), id].slice(-maxStoredEvents).join(' '));
}

/** Maximum number of events that wait for the visitor's choice. Later ones are dropped. */
const maxWaitingEvents = 50;

const createPlatforms = (tracking: Tracking): Platform[] => [
  ...(tracking.googleAnalytics ? [createGoogleAnalytics(tracking.googleAnalytics)] : []),
  ...(tracking.tagManager ? [createTagManager(tracking.tagManager)] : []),
  ...(tracking.metaPixel ? [createMetaPixel(tracking.metaPixel)] : []),
  ...(tracking.linkedIn ? [createLinkedIn(tracking.linkedIn)] : []),
];

/** Removes the cookies whose name matches, including those set for a parent domain. */
function removeCookies(names: RegExp): void {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=', 1)[0] ?? '';
    if (!names.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: some browsers have no Cookie Store API
    document.cookie = `${name}=; path=/; max-age=0`;
    for (const domain of domains) {
      // biome-ignore lint/suspicious/noDocumentCookie: as above
      document.cookie = `${name}=; path=/; domain=${domain}; max-age=0`;
    }
  }
}

/** Returns which purposes are allowed. Null until the visitor chooses. */
function getCurrentChoice(tracking: Tracking): ConsentChoice | null {
  const { consent } = consentStore.read();
  if (consent) return consent;
  const askedPurposes = getAskedPurposes(tracking).filter(
    (purpose) => purpose === 'analytics' || !hasGlobalPrivacyControl(),
  );
  // Global Privacy Control refuses every purpose that the banner would ask about.
  return askedPurposes.length === 0 ? noConsent : null;
}

/** Runs the code of one platform, and reports its errors: they must not stop the others. */
function runIsolated(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportClientError(error, 'Tracking');
  }
}

/**
 * Returns whether the document was opened by the link to a call. Scripts could read its key: the
 * browser remembers the address, and the page keeps the key for a reload.
 */
function isOpenedByCallLink(): boolean {
  const state: { callKey?: unknown } | null = history.state;
  const opened = performance.getEntriesByType('navigation');
  return state?.callKey !== undefined || opened.some(({ name }) => name.includes('#call='));
}

/**
 * Sends events to the configured platforms that the visitor's consent allows. Until the visitor
 * chooses, events wait. A platform's script loads with the first event sent to it. Pages whose URL
 * is personal to a visitor send no events, so no script loads there, nor in a document that such a
 * link has opened.
 */
export function startTracker(tracking: Tracking): void {
  if (isOpenedByCallLink()) return;
  const platforms = createPlatforms(tracking);
  const running = new Set<Platform>();
  let waiting: TrackedEvent[] = [];

  function send(event: TrackedEvent, choice: ConsentChoice): void {
    const allowed = platforms.filter((platform) => platform.isAllowed(choice));
    if (allowed.length === 0 || isSent(event)) return;
    markSent(event);
    for (const platform of allowed) {
      runIsolated(() => {
        if (!running.has(platform)) platform.start(choice);
        running.add(platform);
        platform.send(event);
      });
    }
  }

  let appliedConsent = consentStore.read().consent;

  function applyChoice(): void {
    const { consent } = consentStore.read();
    // Reopening the banner doesn't change the consent.
    if (consent === appliedConsent) return;
    appliedConsent = consent;
    const choice = getCurrentChoice(tracking);
    for (const platform of platforms) {
      if (choice && platform.isAllowed(choice)) {
        if (running.has(platform)) runIsolated(() => platform.update?.(choice));
        continue;
      }
      if (running.delete(platform)) runIsolated(() => platform.stop());
      if (choice) removeCookies(platform.cookies);
    }
    if (!choice) return;
    const queuedEvents = waiting;
    waiting = [];
    for (const event of queuedEvents) send(event, choice);
  }

  subscribeToEvents((event) => {
    const choice = getCurrentChoice(tracking);
    if (choice) send(event, choice);
    else if (waiting.length < maxWaitingEvents) waiting.push(event);
  });
  // In a task of its own: the banner closes first, whatever a platform does.
  consentStore.subscribe(() => setTimeout(applyChoice));
}
