import { useCollection } from '../../features/queries';
import { formatMoney } from '../../lib/format-money';
import '../../features/packages/public/PackageCard.css';

/** The package being bought. */
export function OrderSummary({ packageId }: { packageId: string }) {
  const { data: packages } = useCollection('packages');
  const item = packages?.find(({ id }) => id === packageId);
  return (
    <div className="co-s">
      <h1>Checkout</h1>
      {item && (
        <>
          <div className="co-h">
            <h2>{item.name}</h2>
            {item.price !== null && (
              <p className="price">
                <b>{formatMoney(item.price)}</b> <span>one-time</span>
              </p>
            )}
          </div>
          <p className="co-d">{item.description}</p>
          {item.features.length > 0 && (
            <>
              <h3 className="co-i">What's included:</h3>
              <ul className="feat">
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
