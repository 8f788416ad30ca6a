import { type ClipboardEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import * as styles from './Chips.module.css';
import type { FieldControl } from './Field';
import * as formStyles from './form.module.css';
import { X } from './icons';
import * as layoutStyles from './layout.module.css';

interface Props {
  control: FieldControl;
  /** The entries. Text that is being typed is the last one. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  /** Entries to add with a click. A typed entry takes the case of a matching suggestion. */
  suggestions?: readonly string[];
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
}

const separators = /[,\n\r\t]/;

const isSameWord = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Adds entries to the list: trimmed, without blanks and duplicates. */
function addEntries(chips: string[], entries: string[], known: readonly string[]): string[] {
  const list = [...chips];
  for (const entry of entries) {
    const word = entry.trim();
    if (word === '' || list.some((chip) => isSameWord(chip, word))) continue;
    list.push(known.find((one) => isSameWord(one, word)) ?? word);
  }
  return list;
}

/**
 * Input for a comma-separated list, shown as chips. Text being typed is already the last entry, so
 * that it is saved even without a final comma.
 */
export function Chips({ control, value, onChange, onBlur, inputRef, ...rest }: Props) {
  const { suggestions = [], placeholder } = rest;
  const [typed, setTyped] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const container = useRef<HTMLDivElement>(null);

  // If the list was changed from outside, the typed text is no longer its last entry.
  const isTyping = typed.trim() !== '' && value.at(-1) === typed.trim();
  const chips = isTyping ? value.slice(0, -1) : [...value];
  const draft = isTyping || typed.trim() === '' ? typed : '';

  const focusInput = () => container.current?.querySelector('input')?.focus();

  /**
   * Turns the comma-separated parts of a text into chips. Unless `all`, the last part is still
   * being typed.
   */
  function addText(text: string, all: boolean) {
    const entries = text.split(separators);
    const rest = all ? '' : (entries.pop() ?? '').trimStart();
    const list = addEntries(chips, entries, suggestions);
    const added = list.slice(chips.length);
    if (added.length > 0) setAnnouncement(`Added: ${added.join(', ')}`);
    setTyped(rest);
    onChange(rest.trim() === '' ? list : [...list, rest.trim()]);
  }

  function remove(index: number) {
    setAnnouncement(`Removed: ${chips[index]}`);
    onChange(value.filter((_, place) => place !== index));
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

  const openSuggestions = suggestions.filter(
    (word) => !value.some((chip) => isSameWord(chip, word)),
  );

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
          ref={inputRef}
          type="text"
          autoComplete="off"
          value={draft}
          placeholder={placeholder}
          onChange={(event) => addText(event.target.value, false)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            if (draft.trim() !== '') addText(draft, true);
            onBlur?.();
          }}
        />
      </div>
      {openSuggestions.length > 0 && (
        <div className={styles.suggestions}>
          {openSuggestions.map((word) => (
            <button
              key={word}
              type="button"
              className={styles.suggestion}
              aria-label={`Add ${word}`}
              onClick={() => {
                addText(`${draft},${word}`, true);
                focusInput();
              }}
            >
              {`+ ${word}`}
            </button>
          ))}
        </div>
      )}
      <span className={layoutStyles.visuallyHidden} role="status">
        {announcement}
      </span>
    </>
  );
}
