/**
 * Defines every tracked event: its details, the parameters sent to the platforms, and their names
 * (specification, sections 7 and 9). Nothing else is ever sent, and no personal data: a company
 * name is the most specific detail.
 */

export interface EventDetails {
  /** A page was opened. Of `search`, only the campaign parameters are sent. */
  page_view: { path: string; search: string; title: string };
  /** The visitor selected a package. `price` is in dollars, null when it is hidden. */
  package_selected: { name: string; price: number | null };
  /**
   * A step of the lead form was reached. Only for the site's own funnel: no platform receives it.
   */
  form_step: { step: 1 | 2 | 3 };
  lead_submission: {
    company: string;
    numberOfLocations: number | null;
    interestedPackage?: string | null;
    /** In dollars, if the owner has set it for this package. */
    value?: number | undefined;
    /**
     * True if the server reports the lead to Google Analytics. Then the browser must not, or it
     * would count twice.
     */
    isReportedByServer?: boolean;
  };
  /** The visitor started to book a discovery call. */
  calendar_booking_initiated: Record<never, never>;
}

export type EventName = keyof EventDetails;

/** A tracked event. `id` is the same on every platform and for every repetition. */
export type TrackedEvent = {
  [N in EventName]: { name: N; id: string; details: EventDetails[N] };
}[EventName];

export type EventParameters = Record<string, string | number>;

/** A standard event of the advertising platforms. */
export interface StandardEvent {
  name: 'Lead' | 'AddToCart' | 'Schedule';
  parameters: EventParameters;
}

/** The package that has a tracking value of its own (specification, section 9). */
const fullPackageName = 'Full PM';

/** Returns the value of a lead, in dollars. */
const getLeadValue = ({
  value,
  interestedPackage,
}: Pick<EventDetails['lead_submission'], 'value' | 'interestedPackage'>): number =>
  value ?? (interestedPackage === fullPackageName ? 1000 : 300);

/** Values in dollars, by the id of the package; `none` for a lead without a package. */
type LeadValues = Readonly<Record<string, number>>;

/** Creates the event of a stored lead, the same one in the browser and on the server. */
export const createLeadEvent = (
  lead: {
    id: string;
    companyName: string;
    numberOfLocations: number | null;
    interestedPackage: string | null;
    interestedPackageId: string | null;
  },
  leadValues?: LeadValues | null,
) =>
  ({
    name: 'lead_submission',
    id: `lead-${lead.id}`,
    details: {
      company: lead.companyName,
      numberOfLocations: lead.numberOfLocations,
      interestedPackage: lead.interestedPackage,
      value: leadValues?.[lead.interestedPackageId ?? 'none'],
    },
  }) as const satisfies TrackedEvent;

/** Returns an event's parameters for the analytics platforms. */
export function toAnalyticsParameters(event: TrackedEvent): EventParameters {
  switch (event.name) {
    case 'lead_submission': {
      const { company, numberOfLocations, interestedPackage } = event.details;
      return {
        company_name: company,
        // Omitted when unknown: a 0 would count as a number.
        ...(numberOfLocations !== null && { number_of_locations: numberOfLocations }),
        interested_package: interestedPackage || 'not_specified',
        value: getLeadValue(event.details),
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

/** Maps an event to the advertising platforms' standard event. Null if there is none. */
export function toStandardEvent(event: TrackedEvent): StandardEvent | null {
  switch (event.name) {
    case 'lead_submission': {
      const { interestedPackage } = event.details;
      return {
        name: 'Lead',
        parameters: {
          content_name: interestedPackage || 'General Inquiry',
          value: getLeadValue(event.details),
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
