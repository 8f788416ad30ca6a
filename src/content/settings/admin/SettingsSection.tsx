import type { ReactNode } from 'react';
import * as styles from './SettingsSection.module.css';

interface Props {
  /** Also the anchor in the page's URL. */
  id: string;
  title: string;
  text: string;
  /** The last change, and the button for the history. */
  change?: ReactNode;
  isHidden?: boolean;
  children: ReactNode;
}

/** A section of the settings: description at the left, fields at the right. */
export function SettingsSection({ id, title, text, change, isHidden = false, children }: Props) {
  return (
    <section
      id={id}
      className={styles.section}
      aria-labelledby={`${id}-title`}
      data-settings-section
      hidden={isHidden}
    >
      <div className={styles.description}>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
        {change}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
