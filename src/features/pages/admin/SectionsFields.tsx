import { moveEntry } from '../../../lib/move-entry';
import { ArrowDown, ArrowUp } from '../../../ui/admin-icons';
import { IconButton } from '../../../ui/Button';
import { Lock } from '../../../ui/settings-icons';
import type { MovableSection, PageBlocks } from '../contract';
import { type BlockForm, SwitchControl } from './block-controls';
import * as styles from './pages.module.css';

const titles: Record<MovableSection, string> = {
  logos: 'Client logos',
  talent: 'Talent',
  'case-studies': 'Case studies',
  pricing: 'Packages',
};

/** The order of the home page's sections, and which of them are shown. */
export function SectionsFields({ form }: { form: BlockForm<PageBlocks['home']['sections']> }) {
  const { order, hidden } = form.value;
  return (
    <ol className={styles.order}>
      <li>
        <Lock />
        <b>Hero</b>
        <span>Always first</span>
      </li>
      {order.map((id, index) => (
        <li key={id}>
          <IconButton
            label={`Move ${titles[id]} up`}
            disabled={index === 0}
            onClick={() => form.set({ order: moveEntry(order, index, index - 1) })}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={`Move ${titles[id]} down`}
            disabled={index === order.length - 1}
            onClick={() => form.set({ order: moveEntry(order, index, index + 1) })}
          >
            <ArrowDown />
          </IconButton>
          <SwitchControl
            label={titles[id]}
            isOn={!hidden.includes(id)}
            onChange={(isOn) =>
              form.set({ hidden: isOn ? hidden.filter((one) => one !== id) : [...hidden, id] })
            }
          />
        </li>
      ))}
      <li>
        <Lock />
        <b>Contact</b>
        <span>Always last</span>
      </li>
    </ol>
  );
}
