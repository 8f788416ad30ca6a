import type { ReactNode } from 'react';
import type { Lead } from '../lead';
import { leadIndustries } from '../lead-options';
import { BreakableEmail } from './BreakableEmail';
import { CameFrom } from './CameFrom';
import { moment } from './lead-moments';

const industryLabel = (value: string): string =>
  leadIndustries.find((industry) => industry.value === value)?.label ?? value;

/** All that a visitor has said, to be read. What was left open says so. */
export function LeadDetails({ lead }: { lead: Lead }) {
  const { email, phone, industry, numberOfLocations, message } = lead;
  return (
    <dl className="facts">
      <Fact name="Company">{lead.companyName}</Fact>
      <Fact name="Contact">{lead.contactName}</Fact>
      <Fact name="Email">
        <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
          <BreakableEmail email={email} />
        </a>
      </Fact>
      <Fact name="Phone">
        {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
      </Fact>
      <Fact name="Package">{lead.interestedPackage}</Fact>
      <Fact name="Locations">{numberOfLocations?.toLocaleString('en-US')}</Fact>
      <Fact name="Industry">{industry && industryLabel(industry)}</Fact>
      <Fact name="Created">{moment(lead.createdAt)}</Fact>
      <div className="all">
        <dt>Came from</dt>
        {lead.attribution ? (
          <dd>
            <CameFrom attribution={lead.attribution} />
          </dd>
        ) : (
          <dd className="no">Not known</dd>
        )}
      </div>
      <div className="all">
        <dt>Message</dt>
        {/* A long message scrolls by itself, so that the status stays near. Focusable: to scroll it by keyboard. */}
        {message ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
          <dd className="msg" tabIndex={0}>
            {message}
          </dd>
        ) : (
          <dd className="no">Not given</dd>
        )}
      </div>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      {children ? <dd>{children}</dd> : <dd className="no">Not given</dd>}
    </div>
  );
}
