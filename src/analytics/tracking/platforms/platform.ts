import { parseUrl } from '../../../lib/network/parse-url';
import { campaignParameters } from '../../attribution/touch';
import type { ConsentChoice } from '../../consent/consent';
import type { TrackedEvent } from '../events';

/** An analytics or advertising platform. Nothing of it loads before `start`. */
export interface Platform {
  /** Returns whether the visitor's choice allows the platform. */
  isAllowed(choice: ConsentChoice): boolean;
  /** Loads the platform, or resumes it after `stop`. */
  start(choice: ConsentChoice): void;
  /** Applies a changed choice that still allows the platform. */
  update?(choice: ConsentChoice): void;
  send(event: TrackedEvent): void;
  /** Stops the platform immediately: it sends nothing from then on. */
  stop(): void;
  /** Matches the names of the platform's cookies on this site. */
  cookies: RegExp;
}

/**
 * Loads a platform's script. The content security policy allows those of the configured platforms.
 */
export function loadScript(url: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = url;
  document.head.append(script);
}

/** Builds the page URL to report: origin, path, and of the query only the campaign parameters. */
export function buildReportedUrl(path: string, search: string): string {
  const query = new URLSearchParams(search);
  const reportedEntries = [...query].filter(([name]) =>
    campaignParameters.some((one) => one === name),
  );
  const reportedQuery = new URLSearchParams(reportedEntries).toString();
  return `${location.origin}${path}${reportedQuery && `?${reportedQuery}`}`;
}

/**
 * Returns the origin of the referring site. Empty for our own pages, whose URLs may identify a
 * lead.
 */
export function getReportedReferrer(): string {
  const referrer = parseUrl(document.referrer);
  return referrer && referrer.host !== location.host ? `${referrer.origin}/` : '';
}
