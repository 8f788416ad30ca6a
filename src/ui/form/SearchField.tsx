import { type RefObject, useContext, useRef } from 'react';
import { Search } from '../icons/admin-icons';
import * as styles from '../styles/toolbar.module.css';
import { ShortcutsContext, useShortcuts } from '../use-shortcuts';
import * as formStyles from './form.module.css';

interface Props {
  /** Accessible name and placeholder: "Search leads". */
  label: string;
  value: string;
  onChange: (text: string) => void;
  ref?: RefObject<HTMLInputElement | null>;
}

/** Search field of a list. `/` focuses it. Place it inside `.tools`. */
export function SearchField({ label, value, onChange, ref }: Props) {
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  const hasShortcuts = useContext(ShortcutsContext);
  useShortcuts({
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  return (
    <div className={styles.search}>
      <Search />
      <input
        ref={field}
        className={formStyles.input}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts={hasShortcuts ? '/' : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      {hasShortcuts && <kbd>/</kbd>}
    </div>
  );
}
