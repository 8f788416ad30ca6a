import type { OnboardingPackage } from '../../content/collections/packages/contract';
import {
  PackageCard,
  PackageCardPlaceholder,
} from '../../content/collections/packages/public/PackageCard';
import * as packageStyles from '../../content/collections/packages/public/PackageCard.module.css';
import { useCollection } from '../../content/collections/queries';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { getButtonClass } from '../../ui/Button';
import { EmptyList, ListStates } from '../../ui/ListStates';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { HomeSection, type SectionProps } from './HomeSection';
import * as styles from './PricingSection.module.css';
import { arrangePackages } from './package-layout';

const gridClass = `${layoutStyles.columns} ${styles.grid}`;

const placeClass = {
  main: `${styles.main} ${packageStyles.wide}`,
  side: styles.side,
  pair: styles.pair,
};

/** Pricing section. */
export function PricingSection(section: SectionProps) {
  const query = useCollection('packages');
  return (
    <HomeSection {...section}>
      <ListStates
        query={query}
        what="packages"
        empty={
          <EmptyList message="Pricing packages coming soon!">
            <InquiryButton className={getButtonClass('secondary')}>Ask for a price</InquiryButton>
          </EmptyList>
        }
        placeholder={
          <ul className={gridClass} data-beside="2">
            <li className={placeClass.main}>
              <PackageCardPlaceholder popular />
            </li>
            <li className={placeClass.side}>
              <PackageCardPlaceholder />
            </li>
            <li className={placeClass.side}>
              <PackageCardPlaceholder />
            </li>
          </ul>
        }
      >
        {(items) => <Packages items={items} />}
      </ListStates>
    </HomeSection>
  );
}

function Packages({ items }: { items: OnboardingPackage[] }) {
  const { places, beside } = arrangePackages(items.map((item) => item.isPopular));
  return (
    <ul className={gridClass} data-beside={beside}>
      {items.map((item, index) => (
        <li key={item.id} className={placeClass[places[index] ?? 'side']}>
          <PackageCard item={item} InquiryButton={InquiryButton} />
        </li>
      ))}
    </ul>
  );
}
