import type { ReactNode } from 'react';
import * as textStyles from '../../../ui/text.module.css';
import { LeadSource } from '../../analytics/admin/LeadSource';
import type { Attribution } from '../../analytics/attribution/touch';
import * as styles from './CallDetail.module.css';

/** A line of details about a call. */
export function CallDetail({ children }: { children: ReactNode }) {
  return <span className={`${textStyles.meta} ${styles.detail}`}>{children}</span>;
}

/** Source of the booking, if known. */
export function CallSource({ attribution }: { attribution: Attribution | null }) {
  return (
    attribution && (
      <CallDetail>
        Source: <LeadSource attribution={attribution} />
      </CallDetail>
    )
  );
}
