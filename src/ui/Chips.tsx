import { type ClipboardEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import type { FieldControl } from './Field';
import { X } from './icons';
import './Chips.css';

interface Props {
  control: FieldControl;
  /** What the list holds, with what is being typed as its last entry. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  /** Entries to add at a press; one that is typed in another case is written as it is here. */
  suggestions?: readonly string[];
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
}

const separators = /[,\n\r\t]/;

const isSameWord = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The list with the pieces of a text added: trimmed, without empty ones and repetitions. */
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
 * A list that is typed with commas, shown as chips. What is being typed belongs to the list at once,
 * as its last entry: it counts also for who saves without having finished it with a comma.
 */
export function Chips({ control, value, onChange, onBlur, inputRef, ...rest }: Props) {
  const { suggestions = [], placeholder } = rest;
  const [typed, setTyped] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const container = useRef<HTMLDivElement>(null);

  // Someone else may have changed the list meanwhile: then what was typed is no part of it any more.
  const isTyping = typed.trim() !== '' && value.at(-1) === typed.trim();
  const chips = isTyping ? value.slice(0, -1) : [...value];
  const draft = isTyping || typed.trim() === '' ? typed : '';

  const focusInput = () => container.current?.querySelector('input')?.focus();

  /** Takes the finished pieces of a text as chips; the last is still being typed unless `all`. */
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
      // Enter finishes the entry; in the empty field it sends the form, as everywhere.
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
      <div className="in chipbox" ref={container}>
        {chips.map((chip, index) => (
          <span key={index} className="chip">
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
        <div className="chip-adds">
          {openSuggestions.map((word) => (
            <button
              key={word}
              type="button"
              className="chip-add"
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
      <span className="vh" role="status">
        {announcement}
      </span>
    </>
  );
}
