import type { ReactNode } from 'react';
import * as styles from './Fact.module.css';

interface Props {
  name: string;
  className?: string | undefined;
  /** Text in place of a missing value. */
  missing?: string;
  children: ReactNode;
}

/** Named value in a list of facts. */
export function Fact({ name, className, missing = 'Not given', children }: Props) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      {children ? <dd>{children}</dd> : <dd className={styles.missing}>{missing}</dd>}
    </div>
  );
}
