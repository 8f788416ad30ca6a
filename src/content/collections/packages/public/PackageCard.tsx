import type { ComponentType, ReactNode } from 'react';
import { formatMoney } from '../../../../lib/format-number';
import { getButtonClass } from '../../../../ui/Button';
import * as cardStyles from '../../../../ui/styles/card.module.css';
import * as stateStyles from '../../../../ui/styles/states.module.css';
import type { OnboardingPackage } from '../contract';
import * as styles from './PackageCard.module.css';

interface Props {
  item: OnboardingPackage;
  /** Opens the lead form about the package. */
  InquiryButton: ComponentType<{ packageId: string; className: string; children: ReactNode }>;
}

/** A package: price, description, features and the button to select it. */
export function PackageCard({ item, InquiryButton }: Props) {
  return (
    <article
      className={`${cardStyles.card} ${styles.card} ${item.isPopular ? styles.popular : ''}`}
    >
      {item.isPopular && <p className={styles.popularBanner}>Most Popular</p>}
      <div className={styles.body}>
        <div className={styles.header}>
          <h3>{item.name}</h3>
          {item.price !== null && (
            <p className={styles.price}>
              <b>{formatMoney(item.price)}</b> <small>one-time</small>
            </p>
          )}
        </div>
        <p className={styles.description}>{item.description}</p>
        {item.features.length > 0 && (
          <>
            <p className={styles.included}>What's included:</p>
            <ul className={styles.features}>
              {[...new Set(item.features)].map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </>
        )}
        <InquiryButton
          packageId={item.id}
          className={`${getButtonClass(item.isPopular ? 'primary' : 'secondary')} ${styles.select}`}
        >
          {`Select ${item.name}`}
        </InquiryButton>
      </div>
    </article>
  );
}

/** Loading placeholder. */
export function PackageCardPlaceholder({ popular = false }: { popular?: boolean }) {
  return (
    <div
      className={`${cardStyles.card} ${styles.card} ${styles.loading} ${popular ? styles.popular : ''}`}
    >
      {popular && <div className={styles.popularBanner} />}
      <div className={styles.body}>
        <div className={styles.header}>
          <div className={`${stateStyles.skeleton} ${styles.nameSkeleton}`} />
          <div className={`${stateStyles.skeleton} ${styles.priceSkeleton}`} />
        </div>
        <div className={`${stateStyles.skeleton} ${styles.descriptionSkeleton}`} />
        <div className={styles.features}>
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
        </div>
        <div className={`${stateStyles.skeleton} ${styles.buttonSkeleton}`} />
      </div>
    </div>
  );
}
