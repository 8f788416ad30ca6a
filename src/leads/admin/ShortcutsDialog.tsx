import { Dialog } from '../../ui/dialog/Dialog';
import * as formStyles from '../../ui/form/form.module.css';
import * as dialogStyles from './dialogs.module.css';

/** The keys themselves are the calls of `useShortcuts`. */
interface Group {
  title: string;
  shortcuts: readonly [action: string, ...keys: string[]][];
}

const groups: readonly Group[] = [
  {
    title: 'In the list',
    shortcuts: [
      ['Search leads', '/'],
      ['Next, previous lead', 'J', 'K'],
      ['Open', 'Enter'],
      ['Select', 'X'],
      ['Set status of the focused lead', '1–6'],
      ['Go to its status', 'S'],
      ['Assign', 'A'],
      ['Put off, to tomorrow or later', 'Z'],
      ['Table, board, when no lead is focused', '1', '2'],
    ],
  },
  {
    title: 'On the page of a lead',
    shortcuts: [
      ['Next, previous lead', 'J', 'K'],
      ['Set status', '1–6'],
      ['Go to the status', 'S'],
      ['Assign', 'A'],
      ['Write a note', 'N'],
      ['Log a call', 'C'],
      ['Set the next step', 'T'],
      ['Put off, to tomorrow or later', 'Z'],
    ],
  },
  {
    title: 'On the board',
    shortcuts: [
      ['Lift and drop a card', 'Space'],
      ['Move it', '←', '→'],
      ['Return it', 'Esc'],
      ['Set status of the focused card', '1–6'],
    ],
  },
];

/** The keyboard shortcuts of the lead desk. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="small">
      {groups.map(({ title, shortcuts }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the dialog scrolls by keyboard too
        <section key={title} className={dialogStyles.shortcutGroup} aria-label={title} tabIndex={0}>
          <h3>{title}</h3>
          <dl className={dialogStyles.shortcuts}>
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
        </section>
      ))}
      <p className={formStyles.hint}>
        To turn off the single keys, go to Settings, Leads, “Keyboard shortcuts”.
      </p>
    </Dialog>
  );
}
