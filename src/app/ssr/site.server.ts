import { isDeepStrictEqual } from 'node:util';
import { getPublicTracking } from '../../analytics/tracking/tracking-settings.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { getMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { type CostExamples, defaultCostExamples } from '../../lib/cost-examples';
import { buildPhoneUrl } from '../../lib/phone-url';
import { buildIconUrl } from '../../lib/picture-url';
import { defaultLocale, getDateLocale } from '../../lib/region';
import type { Site, SiteContent } from '../../lib/site';

/** Returns the owner's example numbers, unless all are the defaults. */
function getCostExamples({ owner }: Environment): CostExamples | undefined {
  const examples: CostExamples = {
    calls: owner.missedCalls,
    booked: owner.bookedShare,
    visit: owner.visitPrice,
    wage: owner.hourlyWage,
    taxes: owner.payrollCosts,
  };
  return isDeepStrictEqual(examples, defaultCostExamples) ? undefined : examples;
}

/** Selects the settings that the browser may know. */
export function toSite(environment: Environment, content: SiteContent): Site {
  const {
    phone,
    postalAddress,
    socialLinks,
    logo,
    favicon,
    locale,
    currencySign,
    timeZone,
    takePayments,
  } = environment.owner;
  const icon = favicon ?? (logo && buildIconUrl(logo));
  const phoneUrl = buildPhoneUrl(phone);
  const costExamples = getCostExamples(environment);
  return {
    ...content,
    ...getPublicTracking(environment),
    name: environment.SITE_NAME,
    url: environment.SITE_URL,
    supportEmail: environment.SUPPORT_EMAIL,
    ...(phone && { phone }),
    ...(phoneUrl && { phoneUrl }),
    ...(postalAddress && { postalAddress }),
    ...(socialLinks.length > 0 && { socialLinks }),
    ...(logo && { logo }),
    ...(icon && { favicon: icon }),
    ...(locale !== defaultLocale && { locale: getDateLocale(locale), currencySign }),
    timeZone,
    ...(getMailDisabledReason(environment) !== undefined && { isMailOff: true as const }),
    ...(!takePayments && { arePaymentsOff: true as const }),
    ...(costExamples && { costExamples }),
    schedulingUrl: environment.SCHEDULING_URL ?? null,
  };
}
