import * as packageStyles from '../../features/packages/public/PackageCard.module.css';
import { useCollection } from '../../features/queries';
import { formatMoney } from '../../lib/format-money';
import * as styles from './CheckoutPage.module.css';

/** The package being bought. */
export function OrderSummary({ packageId }: { packageId: string }) {
  const { data: packages } = useCollection('packages');
  const item = packages?.find(({ id }) => id === packageId);
  return (
    <div className={styles.summary}>
      <h1>Checkout</h1>
      {item && (
        <>
          <div className={styles.packageHeader}>
            <h2>{item.name}</h2>
            {item.price !== null && (
              <p className={`${packageStyles.price} ${styles.price}`}>
                <b>{formatMoney(item.price)}</b> <span>one-time</span>
              </p>
            )}
          </div>
          <p className={styles.description}>{item.description}</p>
          {item.features.length > 0 && (
            <>
              <h3 className={styles.includedTitle}>What's included:</h3>
              <ul className={`${packageStyles.features} ${styles.features}`}>
                {[...new Set(item.features)].map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </div>
  );
}
