import { PlanThumbnail } from '../../cover/public/PlanThumbnail';
import { Button } from '../../ui/Button';
import * as linkStyles from '../../ui/styles/link-button.module.css';
import type { PlanSummary } from '../inquiry/plan-summary';
import * as styles from './PlanStrip.module.css';

interface Props {
  plan: PlanSummary;
  /** The inquiry or the call includes it. */
  isIncluded: boolean;
  /** Without it, the plan cannot be left out. */
  onChange?: ((isIncluded: boolean) => void) | undefined;
}

/** The plan that goes along, with a link to change it and a button to leave it out. */
export function PlanStrip({ plan, isIncluded, onChange }: Props) {
  if (!isIncluded) {
    return (
      <div className={styles.left}>
        <p role="status">Your plan stays out.</p>
        <Button variant="quiet" size="s" onClick={() => onChange?.(true)}>
          Include it
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.strip}>
      <PlanThumbnail {...plan} className={styles.thumbnail} />
      <p>
        Your plan: <strong>{plan.text}</strong>
        {plan.people}
      </p>
      <div className={styles.actions}>
        <a className={linkStyles.linkButton} href={`/cover?p=${plan.code}`}>
          Change
        </a>
        {onChange && (
          <button type="button" className={linkStyles.linkButton} onClick={() => onChange(false)}>
            Leave out
          </button>
        )}
      </div>
    </div>
  );
}
