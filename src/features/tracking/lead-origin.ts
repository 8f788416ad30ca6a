import type { Tracking } from '../../lib/site';
import { type LeadConsent, parseAttribution, parseLeadConsent } from './attribution';
import { consentStore } from './consent-store';
import { toldAttribution } from './told-attribution';
import type { Attribution } from './touch';

/** What goes with an enquiry besides what was typed. */
export interface LeadOrigin {
  attribution: Attribution | null;
  consent: LeadConsent | null;
}

function cookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Google Analytics' names for the browser and its visit, as its cookies have them. */
function analyticsNames(id: string) {
  const gaClientId = cookie('_ga')?.match(/\d+\.\d+$/)?.[0];
  const session = cookie(`_ga_${id.replace(/^G-/, '')}`);
  const gaSessionId = session?.match(/^GS\d\.\d\.s?(\d+)/)?.[1];
  return { ...(gaClientId && { gaClientId }), ...(gaSessionId && { gaSessionId }) };
}

function advertisingNames() {
  const fbp = cookie('_fbp');
  const fbc = cookie('_fbc');
  return { userAgent: navigator.userAgent, ...(fbp && { fbp }), ...(fbc && { fbc }) };
}

function presentConsent(tracking: Tracking | undefined): LeadConsent | null {
  const { consent } = consentStore.read();
  if (!tracking || !consent) return null;
  const { googleAnalytics, metaPixel } = tracking;
  const { analytics, advertising, at } = consent;
  const names = {
    // For the server's own delivery alone: without one, nobody needs them.
    ...(analytics && googleAnalytics?.server && analyticsNames(googleAnalytics.id)),
    ...(advertising && metaPixel?.server && advertisingNames()),
  };
  // A cookie that is not as it should be must not hold up an enquiry.
  return (
    parseLeadConsent(JSON.stringify({ analytics, advertising, at, ...names })) ?? {
      analytics,
      advertising,
      at,
    }
  );
}

/** Where this browser's visitor came from, and what they agreed to. */
export function leadOrigin(tracking: Tracking | undefined): LeadOrigin {
  const consent = presentConsent(tracking);
  const attribution = parseAttribution(JSON.stringify(toldAttribution()));
  return { attribution, consent };
}
