import { formatMoney } from '../../../../lib/format-number';
import * as badgeStyles from '../../../../ui/styles/badges.module.css';
import { defineTab } from '../../../kit/list/CollectionTab';
import * as rowStyles from '../../../kit/list/item-row.module.css';
import { DemoBadge } from '../../../kit/list/PublishState';
import { type OnboardingPackage, packages } from '../contract';

/**
 * A package in the owner's list: name, description, price if it is shown, whether it is popular.
 */
function PackageRow({ item }: { item: OnboardingPackage }) {
  return (
    <div className={`${rowStyles.row} ${rowStyles.text}`}>
      <p className={rowStyles.title}>
        {packages.getName(item)}
        <small>{item.description}</small>
      </p>
      <p className={rowStyles.badges}>
        <DemoBadge id={item.id} />
        {item.price !== null && (
          <span className={badgeStyles.badge}>{formatMoney(item.price)}</span>
        )}
        {item.isPopular && (
          <span className={`${badgeStyles.badge} ${badgeStyles.highlighted}`}>Popular</span>
        )}
      </p>
    </div>
  );
}

/** The texts that the row shows, for the search. */
const getPackageTexts = (item: OnboardingPackage): string[] => [
  item.name,
  item.description,
  item.price === null ? '' : formatMoney(item.price),
  item.isPopular ? 'Popular' : '',
];

export default defineTab({
  collection: packages,
  empty: [
    'No packages yet',
    'The site says “Pricing packages coming soon!” until you add the first one.',
  ],
  Row: PackageRow,
  getSearchTexts: getPackageTexts,
  loadForm: () => import('./form'),
});
