import type { ComponentProps } from 'react';
import * as styles from './styles/link-button.module.css';

/** Button that looks like a link. */
export const LinkButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className={styles.linkButton} />
);
