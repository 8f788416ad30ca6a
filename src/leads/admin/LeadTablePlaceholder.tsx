import * as layoutStyles from '../../ui/layout.module.css';
import * as stateStyles from '../../ui/states.module.css';
import * as rowStyles from './LeadRow.module.css';
import { columns } from './LeadTable';
import * as styles from './LeadTable.module.css';

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

const cells = [rowStyles.check, ...columns.map(({ className }) => className), rowStyles.action];

/** Loading placeholder of the table. */
export function LeadTablePlaceholder() {
  return (
    <>
      <p className={layoutStyles.visuallyHidden} role="status">
        Loading leads...
      </p>
      <table className={`${styles.table} ${styles.loading}`} aria-hidden="true">
        <tbody>
          {placeholders.map((row) => (
            <tr key={row}>
              {cells.map((className) => (
                <td key={className} className={className}>
                  <span className={stateStyles.skeleton} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
