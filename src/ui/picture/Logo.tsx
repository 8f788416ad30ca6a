import { useSite } from '../../lib/site';
import * as styles from './Logo.module.css';

/** The owner's logo, or the drawn mark and the name. Place it inside `.link`. */
export function Logo() {
  const { name, logo } = useSite();
  if (logo) return <img className={styles.image} src={logo} alt="" />;
  return (
    <>
      <svg viewBox="0 0 34 22" aria-hidden="true">
        <path className={styles.desk} d="M0 12h12v10H0zM22 12h12v10H22z" />
        <path className={styles.bar} d="M6 0h22v10H6z" />
      </svg>
      {name}
    </>
  );
}
