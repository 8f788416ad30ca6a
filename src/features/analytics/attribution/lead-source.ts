import type { Tracking } from '../../../lib/site';
import { consentStore } from '../consent/consent-store';
import { type LeadConsent, parseAttribution, parseLeadConsent } from '../contract';
import { getReportableAttribution } from './get-reportable-attribution';
import type { Attribution } from './touch';

/** What goes with an enquiry besides what was typed. */
export interface LeadSource {
  attribution: Attribution | null;
  consent: LeadConsent | null;
}

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Google Analytics' names for the browser and its visit, as its cookies have them. */
function readAnalyticsIds(id: string) {
  const gaClientId = readCookie('_ga')?.match(/\d+\.\d+$/)?.[0];
  const session = readCookie(`_ga_${id.replace(/^G-/, '')}`);
  const gaSessionId = session?.match(/^GS\d\.\d\.s?(\d+)/)?.[1];
  return { ...(gaClientId && { gaClientId }), ...(gaSessionId && { gaSessionId }) };
}

function readAdvertisingIds() {
  const fbp = readCookie('_fbp');
  const fbc = readCookie('_fbc');
  return { userAgent: navigator.userAgent, ...(fbp && { fbp }), ...(fbc && { fbc }) };
}

function getCurrentConsent(tracking: Tracking | undefined): LeadConsent | null {
  const { consent } = consentStore.read();
  if (!tracking || !consent) return null;
  const { googleAnalytics, metaPixel } = tracking;
  const { analytics, advertising, at } = consent;
  const platformIds = {
    // For the server's own delivery alone: without one, nobody needs them.
    ...(analytics && googleAnalytics?.server && readAnalyticsIds(googleAnalytics.id)),
    ...(advertising && metaPixel?.server && readAdvertisingIds()),
  };
  // A cookie that is not as it should be must not hold up an enquiry.
  return (
    parseLeadConsent(JSON.stringify({ analytics, advertising, at, ...platformIds })) ?? {
      analytics,
      advertising,
      at,
    }
  );
}

/** Where this browser's visitor came from, and what they agreed to. */
export function collectLeadSource(tracking: Tracking | undefined): LeadSource {
  const consent = getCurrentConsent(tracking);
  const attribution = parseAttribution(JSON.stringify(getReportableAttribution()));
  return { attribution, consent };
}
