import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useTrySave } from '../../../../foundation/auth/admin/use-try-save';
import { Plus } from '../../../../ui/admin-icons';
import { Button } from '../../../../ui/Button';
import { PhoneCall } from '../../../../ui/desk-icons';
import { useAddNote } from '../mutations';
import * as styles from './Composer.module.css';
import { TaskDialog } from './due-dialogs';

const maxLength = 5_000;

interface Props {
  id: string;
  note: RefObject<HTMLTextAreaElement | null>;
  onLogCall: () => void;
}

/** Writes a note, or starts logging a call or adding a task. */
export function Composer({ id, note, onLogCall }: Props) {
  const [text, setText] = useState('');
  const [isAddingTask, setIsAddingTask] = useState(false);
  const addNote = useAddNote();
  const trySave = useTrySave(text !== '');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (addNote.isPending) return;
    if (text.trim() === '') return note.current?.focus();
    if (await trySave(() => addNote.mutateAsync({ id, text: text.trim() }))) setText('');
  }

  function sendOnShortcut(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
  }

  return (
    <>
      <form className={styles.composer} onSubmit={submit}>
        <textarea
          ref={note}
          aria-label="Note"
          placeholder="What did you learn? Only your team sees notes."
          maxLength={maxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={sendOnShortcut}
        />
        <div className={styles.foot}>
          <Button className={styles.call} variant="quiet" size="s" onClick={onLogCall}>
            <PhoneCall />
            Log a call
          </Button>
          <Button variant="quiet" size="s" onClick={() => setIsAddingTask(true)}>
            <Plus />
            Task
          </Button>
          <span className={styles.spacer} />
          <Button type="submit" variant="secondary" size="s" busy={addNote.isPending}>
            Add note
          </Button>
        </div>
      </form>
      {isAddingTask && <TaskDialog id={id} onClose={() => setIsAddingTask(false)} />}
    </>
  );
}
