/**
 * Every event that is measured, once: what happened, what the platforms are told of it, and under
 * which names (specification, sections 7 and 9). Nothing else is ever sent, and nothing of a person:
 * a company is the most that an event names.
 */

/** What each event carries. */
export interface EventDetails {
  /** A page was opened; of `search`, the campaign alone is told. */
  page_view: { path: string; search: string; title: string };
  /** The visitor chose a package; `price` in dollars, null when it is hidden. */
  package_selected: { name: string; price: number | null };
  /** A step of the lead form was reached. For the owner's own counts: no platform hears of it. */
  form_step: { step: 1 | 2 | 3 };
  /** An enquiry was stored. */
  lead_submission: {
    company: string;
    numberOfLocations: number | null;
    interestedPackage?: string | null;
    /** The server tells Google Analytics itself: the browser must not, or it would count twice. */
    serverTellsAnalytics?: boolean;
  };
  /** The visitor began to book a discovery call. */
  calendar_booking_initiated: Record<never, never>;
}

export type EventName = keyof EventDetails;

/** One thing that happened. `id` is the same wherever and however often it is told. */
export type TrackedEvent = {
  [N in EventName]: { name: N; id: string; details: EventDetails[N] };
}[EventName];

export type EventParameters = Record<string, string | number>;

/** A standard event of the advertising platforms. */
export interface StandardEvent {
  name: 'Lead' | 'AddToCart' | 'Schedule';
  parameters: EventParameters;
}

const fullPackageName = 'Full PM';

/** What an enquiry is worth, in dollars. */
const getLeadValue = (interestedPackage: string | null | undefined): number =>
  interestedPackage === fullPackageName ? 1000 : 300;

/** The event of a stored enquiry: the same in the browser and on the server. */
export const createLeadEvent = (lead: {
  id: string;
  companyName: string;
  numberOfLocations: number | null;
  interestedPackage: string | null;
}) =>
  ({
    name: 'lead_submission',
    id: `lead-${lead.id}`,
    details: {
      company: lead.companyName,
      numberOfLocations: lead.numberOfLocations,
      interestedPackage: lead.interestedPackage,
    },
  }) as const satisfies TrackedEvent;

/** The parameters of an event as the analytics platforms get them. */
export function toAnalyticsParameters(event: TrackedEvent): EventParameters {
  switch (event.name) {
    case 'lead_submission': {
      const { company, numberOfLocations, interestedPackage } = event.details;
      return {
        company_name: company,
        // Left out when the visitor did not say: a 0 would count as a figure.
        ...(numberOfLocations !== null && { number_of_locations: numberOfLocations }),
        interested_package: interestedPackage || 'not_specified',
        value: getLeadValue(interestedPackage),
      };
    }
    case 'package_selected': {
      const price = event.details.price ?? 0;
      return {
        package_name: event.details.name,
        package_price: price,
        value: price,
        currency: 'USD',
      };
    }
    case 'calendar_booking_initiated':
      return { event_type: 'discovery_call' };
    default:
      return {};
  }
}

/** The standard event that follows an event; null for those that have none. */
export function toStandardEvent(event: TrackedEvent): StandardEvent | null {
  switch (event.name) {
    case 'lead_submission': {
      const { interestedPackage } = event.details;
      return {
        name: 'Lead',
        parameters: {
          content_name: interestedPackage || 'General Inquiry',
          value: getLeadValue(interestedPackage),
          currency: 'USD',
        },
      };
    }
    case 'package_selected': {
      const { name, price } = event.details;
      return {
        name: 'AddToCart',
        parameters: { content_name: name, value: price ?? 0, currency: 'USD' },
      };
    }
    case 'calendar_booking_initiated':
      return { name: 'Schedule', parameters: {} };
    default:
      return null;
  }
}
