import type { OnboardingPackage } from '../../../collections/packages/package';
import { dollars } from '../../../lib/dollars';
import './rows.css';

/** A package in the owner's list: name, description, price if it is shown, whether it is popular. */
export function PackageRow({ item }: { item: OnboardingPackage }) {
  return (
    <div className="row row-text">
      <p className="ti">
        {item.name}
        <small>{item.description}</small>
      </p>
      <p className="bd">
        {item.price !== null && <span className="badge num">{dollars(item.price)}</span>}
        {item.isPopular && <span className="badge badge-c">Popular</span>}
      </p>
    </div>
  );
}

/** What the row shows, in words. */
export const packageTexts = (item: OnboardingPackage): string[] => [
  item.name,
  item.description,
  item.price === null ? '' : dollars(item.price),
  item.isPopular ? 'Popular' : '',
];
