import { LeadSource } from '../../analytics/admin/LeadSource';
import { formatDateTime } from '../../lib/format-date';
import { formatMoney, formatNumber } from '../../lib/format-number';
import { PhoneNumber } from '../../ui/PhoneNumber';
import type { Lead } from '../contract';
import * as styles from './LeadStatusDialog.module.css';
import { buildMailLink, formatIndustry } from './labels';
import { BreakableEmail, Fact } from './lead-parts';
import { usePackageChoices } from './queries';

/** All fields of a lead, read-only. */
export function LeadDetails({ lead }: { lead: Lead }) {
  const { email, phone, industry, numberOfLocations, message } = lead;
  return (
    <dl className={styles.facts}>
      <Fact name="Company">{lead.companyName}</Fact>
      <Fact name="Contact">{lead.contactName}</Fact>
      <Fact name="Email">
        <a href={buildMailLink(email)}>
          <BreakableEmail email={email} />
        </a>
      </Fact>
      <Fact name="Phone">{phone && <PhoneNumber phone={phone} />}</Fact>
      <Fact name="Package">
        {lead.interestedPackage && <ChosenPackage lead={lead} name={lead.interestedPackage} />}
      </Fact>
      <Fact name="Locations">{numberOfLocations !== null && formatNumber(numberOfLocations)}</Fact>
      <Fact name="Industry">{industry && formatIndustry(industry)}</Fact>
      <Fact name="Created">{formatDateTime(lead.createdAt)}</Fact>
      <Fact name="Source" className={styles.fullWidth} missing="Unknown">
        {lead.attribution && <LeadSource attribution={lead.attribution} />}
      </Fact>
      <Fact name="Message" className={styles.fullWidth}>
        {message && <div className={styles.message}>{message}</div>}
      </Fact>
    </dl>
  );
}

/** The package's name. If several packages share it, also the price of the chosen one. */
function ChosenPackage({ lead, name }: { lead: Lead; name: string }) {
  const { data: packages = [] } = usePackageChoices();
  const sameNamePackages = packages.filter((one) => one.name === name);
  const chosen = sameNamePackages.find(({ id }) => id === lead.interestedPackageId);
  if (sameNamePackages.length < 2 || !chosen || chosen.price === null) return name;
  return `${name} (${formatMoney(chosen.price)})`;
}
