import * as styles from './Logo.module.css';

/** Mark and name. Place it inside `.logo`. */
export function Logo({ name }: { name: string }) {
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
