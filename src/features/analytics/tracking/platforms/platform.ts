import { parseUrl } from '../../../../lib/parse-url';
import { campaignParameters } from '../../attribution/touch';
import type { ConsentChoice } from '../../consent/consent';
import type { TrackedEvent } from '../events';

/** One measuring platform. Nothing of it is loaded before `start`. */
export interface Platform {
  /** Whether the visitor's choice lets it run. */
  isAllowed(choice: ConsentChoice): boolean;
  /** Loads it, or lets it go on after a stop. */
  start(choice: ConsentChoice): void;
  /** The visitor has changed the choice, and it may still run. */
  update?(choice: ConsentChoice): void;
  send(event: TrackedEvent): void;
  /** Ends it at once: from here on it sends nothing. */
  stop(): void;
  /** Names of its cookies on this site. */
  cookies: RegExp;
}

/** Fetches a platform's script. The policy of the site lets through those that are set up. */
export function loadScript(url: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = url;
  document.head.append(script);
}

/** A page's address as it may be told: where it is, and the campaign that led there. */
export function buildReportedUrl(path: string, search: string): string {
  const query = new URLSearchParams(search);
  const reportedEntries = [...query].filter(([name]) =>
    campaignParameters.some((one) => one === name),
  );
  const reportedQuery = new URLSearchParams(reportedEntries).toString();
  return `${location.origin}${path}${reportedQuery && `?${reportedQuery}`}`;
}

/** The site that the visitor came from, and none of our own addresses: they may name an enquiry. */
export function getReportedReferrer(): string {
  const referrer = parseUrl(document.referrer);
  return referrer && referrer.host !== location.host ? `${referrer.origin}/` : '';
}
