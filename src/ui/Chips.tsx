import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { isSameText } from '../lib/to-comparable';
import * as styles from './Chips.module.css';
import type { FieldControl } from './form/Field';
import * as formStyles from './form/form.module.css';
import { X } from './icons/icons';
import * as layoutStyles from './styles/layout.module.css';

interface Props {
  control: FieldControl;
  /** The entries. Text that is being typed is the last one. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Entries to add with a click. A typed entry takes the case of a matching suggestion. */
  suggestions?: readonly string[];
  placeholder?: string;
}

const separators = /[,\n\r\t]/;

/** Adds entries to the list: trimmed, without blanks and duplicates. */
function addEntries(chips: string[], entries: string[], known: readonly string[]): string[] {
  const list = [...chips];
  for (const entry of entries) {
    const text = entry.trim();
    if (text === '' || list.some((chip) => isSameText(chip, text))) continue;
    list.push(known.find((one) => isSameText(one, text)) ?? text);
  }
  return list;
}

type Entries = Pick<Props, 'value' | 'onChange' | 'suggestions'>;

/**
 * Manages the entries. Text being typed is already the last one, so that it is saved even without a
 * final comma.
 */
function useEntries({ value, onChange, suggestions = [] }: Entries) {
  const [typed, setTyped] = useState('');
  const [announcement, setAnnouncement] = useState('');

  // If the list was changed from outside, the typed text is no longer its last entry.
  const isTyping = typed.trim() !== '' && value.at(-1) === typed.trim();
  const chips = isTyping ? value.slice(0, -1) : [...value];

  return {
    chips,
    draft: isTyping || typed.trim() === '' ? typed : '',
    announcement,
    openSuggestions: suggestions.filter((one) => !value.some((chip) => isSameText(chip, one))),
    /**
     * Turns the comma-separated parts of a text into chips. Unless `all`, the last part is still
     * being typed.
     */
    addText(text: string, all: boolean) {
      const entries = text.split(separators);
      const rest = all ? '' : (entries.pop() ?? '').trimStart();
      const list = addEntries(chips, entries, suggestions);
      const added = list.slice(chips.length);
      if (added.length > 0) setAnnouncement(`Added: ${added.join(', ')}`);
      setTyped(rest);
      onChange(rest.trim() === '' ? list : [...list, rest.trim()]);
    },
    removeAt(index: number) {
      setAnnouncement(`Removed: ${chips[index]}`);
      onChange(value.filter((_, place) => place !== index));
    },
  };
}

/** Input for a comma-separated list, shown as chips. */
export function Chips({ control, placeholder, ...list }: Props) {
  const { chips, draft, announcement, openSuggestions, addText, removeAt } = useEntries(list);
  const container = useRef<HTMLDivElement>(null);
  const focusInput = () => container.current?.querySelector('input')?.focus();

  function remove(index: number) {
    removeAt(index);
    focusInput();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && draft.trim() !== '') {
      // Enter completes the entry. In an empty field it submits the form as usual.
      event.preventDefault();
      addText(draft, true);
    }
    if (event.key === 'Backspace' && draft === '' && chips.length > 0 && !event.repeat) {
      event.preventDefault();
      remove(chips.length - 1);
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text');
    if (!separators.test(text)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value: before } = event.currentTarget;
    const start = selectionStart ?? before.length;
    addText(before.slice(0, start) + text + before.slice(selectionEnd ?? start), true);
  }

  return (
    <>
      <div className={`${formStyles.input} ${styles.box}`} ref={container}>
        {chips.map((chip, index) => (
          <span key={index} className={formStyles.chip}>
            {chip}
            <button type="button" aria-label={`Remove ${chip}`} onClick={() => remove(index)}>
              <X />
            </button>
          </span>
        ))}
        <input
          {...control}
          type="text"
          autoComplete="off"
          value={draft}
          placeholder={placeholder}
          onChange={(event) => addText(event.target.value, false)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            if (draft.trim() !== '') addText(draft, true);
          }}
        />
      </div>
      <Suggestions
        suggestions={openSuggestions}
        onAdd={(suggestion) => {
          addText(`${draft},${suggestion}`, true);
          focusInput();
        }}
      />
      <span className={layoutStyles.visuallyHidden} role="status">
        {announcement}
      </span>
    </>
  );
}

interface SuggestionsProps {
  suggestions: string[];
  onAdd: (suggestion: string) => void;
}

function Suggestions({ suggestions, onAdd }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      {suggestions.map((suggestion) => (
        <button
          key={suggestion}
          type="button"
          className={styles.suggestion}
          aria-label={`Add ${suggestion}`}
          onClick={() => onAdd(suggestion)}
        >
          {`+ ${suggestion}`}
        </button>
      ))}
    </div>
  );
}
