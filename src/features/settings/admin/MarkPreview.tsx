import * as logoStyles from '../../../ui/Logo.module.css';
import * as styles from './MarkPreview.module.css';

interface Props {
  name: string;
  /** URLs of the pictures; empty for the drawn mark. */
  logo: string;
  favicon: string;
}

/** The business's mark on light and dark pages and in a browser tab, before it is saved. */
export function MarkPreview({ name, logo, favicon }: Props) {
  const mark = logo ? (
    <img src={logo} alt="" />
  ) : (
    <>
      {/* As in ui/Logo. Shared code there would be part of every public page. */}
      <svg viewBox="0 0 34 22" aria-hidden="true">
        <path className={logoStyles.desk} d="M0 12h12v10H0zM22 12h12v10H22z" />
        <path className={logoStyles.bar} d="M6 0h22v10H6z" />
      </svg>
      <span>{name}</span>
    </>
  );
  return (
    <div className={styles.stages} aria-hidden="true">
      <figure>
        <div className={`${styles.stage} ${styles.onLight}`}>
          <div className={`${logoStyles.link} ${styles.mark}`}>{mark}</div>
        </div>
        <figcaption>Light pages</figcaption>
      </figure>
      <figure>
        <div className={`${styles.stage} ${styles.onDark}`}>
          <div className={`${logoStyles.link} ${styles.mark}`}>{mark}</div>
        </div>
        <figcaption>Dark pages</figcaption>
      </figure>
      <figure>
        <div className={styles.stage}>
          <div className={styles.tab}>
            <img src={favicon || '/favicon.svg'} alt="" width={16} height={16} />
            <span>{name}</span>
          </div>
        </div>
        <figcaption>Browser tab</figcaption>
      </figure>
    </div>
  );
}
