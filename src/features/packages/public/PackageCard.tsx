import type { ComponentType, ReactNode } from 'react';
import { formatMoney } from '../../../lib/format-money';
import type { OnboardingPackage } from '../contract';
import './PackageCard.css';

interface Props {
  item: OnboardingPackage;
  /** Opens the lead form about the package. */
  InquiryButton: ComponentType<{ packageId: string; className: string; children: ReactNode }>;
}

/** A package: price, description, features and the button to select it. */
export function PackageCard({ item, InquiryButton }: Props) {
  return (
    <article className={item.isPopular ? 'pc pop' : 'pc'}>
      {item.isPopular && <p className="pop-b">Most Popular</p>}
      <div className="pc-b">
        <div className="pc-h">
          <h3>{item.name}</h3>
          {item.price !== null && (
            <p className="price">
              <b>{formatMoney(item.price)}</b> <span>one-time</span>
            </p>
          )}
        </div>
        <p className="desc">{item.description}</p>
        {item.features.length > 0 && (
          <>
            <p className="inc">What's included:</p>
            <ul className="feat">
              {[...new Set(item.features)].map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </>
        )}
        <InquiryButton packageId={item.id} className={item.isPopular ? 'btn btn-1' : 'btn btn-2'}>
          {`Select ${item.name}`}
        </InquiryButton>
      </div>
    </article>
  );
}

/** Loading placeholder. */
export function PackageCardPlaceholder({ popular = false }: { popular?: boolean }) {
  return (
    <div className={popular ? 'pc pop wait' : 'pc wait'}>
      {popular && <div className="pop-b" />}
      <div className="pc-b">
        <div className="pc-h">
          <div className="sk sk-name" />
          <div className="sk sk-price" />
        </div>
        <div className="sk sk-desc" />
        <div className="feat">
          <div className="sk" />
          <div className="sk" />
          <div className="sk" />
          <div className="sk" />
        </div>
        <div className="sk sk-btn" />
      </div>
    </div>
  );
}
