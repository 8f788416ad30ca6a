import { formatMoney } from '../../../lib/format-money';
import type { OnboardingPackage } from '../contract';
import '../../../collection-kit/list/item-row.css';

/** A package in the owner's list: name, description, price if it is shown, whether it is popular. */
export function PackageRow({ item }: { item: OnboardingPackage }) {
  return (
    <div className="row row-text">
      <p className="ti">
        {item.name}
        <small>{item.description}</small>
      </p>
      <p className="bd">
        {item.price !== null && <span className="badge num">{formatMoney(item.price)}</span>}
        {item.isPopular && <span className="badge badge-c">Popular</span>}
      </p>
    </div>
  );
}

/** What the row shows, in words. */
export const getPackageTexts = (item: OnboardingPackage): string[] => [
  item.name,
  item.description,
  item.price === null ? '' : formatMoney(item.price),
  item.isPopular ? 'Popular' : '',
];
