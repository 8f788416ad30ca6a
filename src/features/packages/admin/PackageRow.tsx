import { formatMoney } from '../../../lib/format-money';
import type { OnboardingPackage } from '../contract';
import '../../../collection-kit/list/item-row.css';

/** Row of a package in the admin list. */
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

/** Texts of the row, for the list's search. */
export const getPackageTexts = (item: OnboardingPackage): string[] => [
  item.name,
  item.description,
  item.price === null ? '' : formatMoney(item.price),
  item.isPopular ? 'Popular' : '',
];
