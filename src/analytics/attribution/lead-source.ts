import type { Tracking } from '../../lib/site';
import { consentStore, getReportableAttribution } from '../consent/consent-store';
import { attribution, type LeadConsent, leadConsent } from '../contract';
import type { Attribution } from './touch';

/** The fields of an inquiry that the browser adds to the visitor's input. */
export interface LeadSource {
  attribution: Attribution | null;
  consent: LeadConsent | null;
}

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Reads Google Analytics' client and session IDs from its cookies. */
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
    // Only needed when the server reports conversions.
    ...(analytics && googleAnalytics?.server && readAnalyticsIds(googleAnalytics.id)),
    ...(advertising && metaPixel?.server && readAdvertisingIds()),
  };
  const choice = { analytics, advertising, at };
  // An invalid cookie must not block an inquiry.
  return leadConsent.safeParse({ ...choice, ...platformIds }).data ?? choice;
}

/** Collects the visitor's attribution and consent. */
export const collectLeadSource = (tracking: Tracking | undefined): LeadSource => ({
  attribution: attribution.safeParse(getReportableAttribution()).data ?? null,
  consent: getCurrentConsent(tracking),
});
