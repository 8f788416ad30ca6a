import { Dialog } from '../../../ui/Dialog';
import * as styles from './ShortcutsDialog.module.css';

const shortcuts: readonly [action: string, ...keys: string[]][] = [
  ['Search leads', '/'],
  ['Next, previous lead', 'J', 'K'],
  ['Open', 'Enter'],
  ['Select', 'X'],
  ['Set status', 'S'],
  ['Assign', 'A'],
  ['Write a note', 'N'],
  ['Log a call', 'C'],
  ['Set the next step', 'T'],
  ['Table, board', '1', '2'],
  ['Show this list', '?'],
];

/** The keyboard shortcuts of the lead desk. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="small">
      <dl className={styles.list}>
        {shortcuts.map(([action, ...keys]) => (
          <div key={action}>
            <dt>{action}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
