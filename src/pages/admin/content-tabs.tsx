import { CollectionTab } from '../../collections/CollectionTab';
import { caseStudies } from '../../collections/case-studies/case-study';
import { packages } from '../../collections/packages/package';
import { stats } from '../../collections/stats/stat';
import { talents } from '../../collections/talents/talent';
import { CaseStudyRow, getCaseStudyTexts } from './rows/CaseStudyRow';
import { getPackageTexts, PackageRow } from './rows/PackageRow';
import { getStatTexts, StatRow } from './rows/StatRow';
import { getTalentTexts, TalentRow } from './rows/TalentRow';

/** The tab of the home page's figures. */
export const statsTab = (
  <CollectionTab
    key="stats"
    collection={stats}
    title="Hero Stats"
    noun={['stat', 'stats']}
    empty={[
      'No hero stats yet',
      'The home page opens without figures until the first one is here.',
    ]}
    getSearchTexts={getStatTexts}
    Row={StatRow}
  />
);

/** The tab of the people. */
export const talentsTab = (
  <CollectionTab
    key="talents"
    collection={talents}
    title="Talents"
    noun={['talent', 'talents']}
    empty={[
      'No talents yet',
      'The site says “No talent profiles available yet. Check back soon!” until the first one is here.',
    ]}
    getSearchTexts={getTalentTexts}
    Row={TalentRow}
  />
);

/** The tab of the clients' results. */
export const caseStudiesTab = (
  <CollectionTab
    key="case-studies"
    collection={caseStudies}
    title="Case Studies"
    noun={['case study', 'case studies']}
    empty={[
      'No case studies yet',
      'The site says “Case studies coming soon!” until the first one is here.',
    ]}
    getSearchTexts={getCaseStudyTexts}
    Row={CaseStudyRow}
  />
);

/** The tab of what is for sale. */
export const packagesTab = (
  <CollectionTab
    key="packages"
    collection={packages}
    title="Packages"
    noun={['package', 'packages']}
    empty={[
      'No packages yet',
      'The site says “Pricing packages coming soon!” until the first one is here.',
    ]}
    getSearchTexts={getPackageTexts}
    Row={PackageRow}
  />
);
