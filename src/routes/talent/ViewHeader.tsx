import * as sectionStyles from '../../ui/styles/section.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './TalentPage.module.css';

/** Heading of the talent page, with the lead below it. */
export function ViewHeader({ title, lead }: { title: string; lead: string | null }) {
  return (
    <>
      <div className={styles.header}>
        <h1>{title}</h1>
        {lead && <p className={`${textStyles.lead} ${styles.lead}`}>{lead}</p>}
      </div>
      <div className={sectionStyles.rail} data-hours="0-3" aria-hidden="true">
        <i />
      </div>
    </>
  );
}
