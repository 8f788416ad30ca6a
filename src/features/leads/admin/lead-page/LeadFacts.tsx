import { useState } from 'react';
import { formatNumber } from '../../../../lib/format-count';
import { formatDateTime } from '../../../../lib/format-date';
import * as layoutStyles from '../../../../ui/layout.module.css';
import * as linkStyles from '../../../../ui/link-button.module.css';
import { PhoneNumber } from '../../../../ui/PhoneNumber';
import { LeadSource } from '../../../analytics/admin/LeadSource';
import type { LeadDetail } from '../../detail-contract';
import { BreakableEmail } from '../BreakableEmail';
import { buildMailLink } from '../contact-links';
import { Fact } from '../Fact';
import { formatIndustry, formatValue, isReachable } from '../labels';
import * as titleStyles from '../section-title.module.css';
import { FactsForm } from './FactsForm';
import * as styles from './Records.module.css';

/** Contact and business of the lead, editable in place. */
export function LeadFacts({ lead }: { lead: LeadDetail }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <section aria-labelledby="facts-heading" data-keeps-focus>
      <div className={titleStyles.title}>
        <h2 id="facts-heading">Facts</h2>
        {!isEditing && lead.deletedAt === null && (
          <button
            type="button"
            className={linkStyles.linkButton}
            onClick={() => setIsEditing(true)}
          >
            Edit<span className={layoutStyles.visuallyHidden}> facts</span>
          </button>
        )}
      </div>
      {isEditing ? (
        <FactsForm lead={lead} onClose={() => setIsEditing(false)} />
      ) : (
        <FactList lead={lead} />
      )}
    </section>
  );
}

function FactList({ lead }: { lead: LeadDetail }) {
  const { email, phone, industry, numberOfLocations, interestedPackage, message } = lead;
  const canReach = isReachable(lead);
  return (
    <dl className={styles.facts}>
      <Fact name="Email">
        {canReach ? (
          <a href={buildMailLink(email)}>
            <BreakableEmail email={email} />
          </a>
        ) : (
          <BreakableEmail email={email} />
        )}
      </Fact>
      <Fact name="Phone">{phone && (canReach ? <PhoneNumber phone={phone} /> : phone)}</Fact>
      <Fact name="Industry">{industry && formatIndustry(industry)}</Fact>
      <Fact name="Locations">{numberOfLocations !== null && formatNumber(numberOfLocations)}</Fact>
      <Fact name="Package">{interestedPackage}</Fact>
      <Fact name="Value" missing={formatValue(null)}>
        {lead.value !== null && formatValue(lead.value)}
      </Fact>
      <Fact name="Source" missing="Unknown">
        {lead.attribution ? <LeadSource attribution={lead.attribution} /> : lead.source}
      </Fact>
      <Fact name="Created">{formatDateTime(lead.createdAt)}</Fact>
      <Fact name="Message">{message && <span className={styles.message}>{message}</span>}</Fact>
    </dl>
  );
}
