import { CollectionTab } from '../../collection-kit/list/CollectionTab';
import { CaseStudyRow, getCaseStudyTexts } from '../../features/case-studies/admin/CaseStudyRow';
import { caseStudies } from '../../features/case-studies/contract';
import { getPackageTexts, PackageRow } from '../../features/packages/admin/PackageRow';
import { packages } from '../../features/packages/contract';
import { getStatTexts, StatRow } from '../../features/stats/admin/StatRow';
import { stats } from '../../features/stats/contract';
import { getTalentTexts, TalentRow } from '../../features/talents/admin/TalentRow';
import { talents } from '../../features/talents/contract';

export const statsTab = (
  <CollectionTab
    key="stats"
    collection={stats}
    title="Hero Stats"
    noun={['stat', 'stats']}
    empty={['No hero stats yet', 'The home page shows no figures until you add the first one.']}
    getSearchTexts={getStatTexts}
    Row={StatRow}
  />
);

export const talentsTab = (
  <CollectionTab
    key="talents"
    collection={talents}
    title="Talents"
    noun={['talent', 'talents']}
    empty={[
      'No talents yet',
      'The site says “No talent profiles available yet. Check back soon!” until you add the first one.',
    ]}
    getSearchTexts={getTalentTexts}
    Row={TalentRow}
  />
);

export const caseStudiesTab = (
  <CollectionTab
    key="case-studies"
    collection={caseStudies}
    title="Case Studies"
    noun={['case study', 'case studies']}
    empty={[
      'No case studies yet',
      'The site says “Case studies coming soon!” until you add the first one.',
    ]}
    getSearchTexts={getCaseStudyTexts}
    Row={CaseStudyRow}
  />
);

export const packagesTab = (
  <CollectionTab
    key="packages"
    collection={packages}
    title="Packages"
    noun={['package', 'packages']}
    empty={[
      'No packages yet',
      'The site says “Pricing packages coming soon!” until you add the first one.',
    ]}
    getSearchTexts={getPackageTexts}
    Row={PackageRow}
  />
);
