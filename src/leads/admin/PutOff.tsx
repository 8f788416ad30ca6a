import { useState } from 'react';
import { useTrySave } from '../../foundation/auth/admin/use-try-save';
import { formatShortDay } from '../../lib/format-date';
import { DAY } from '../../lib/time';
import { fromWallTime, parseDateTimeInput, toDateTimeInput, toWallTime } from '../../lib/wall-time';
import { CalendarClock } from '../../ui/admin-icons';
import * as coverStyles from '../../ui/cover-select.module.css';
import { FormDialog } from '../../ui/FormDialog';
import { InputField } from '../../ui/fields';
import { openListOnKey } from '../../ui/open-list-on-key';
import { useToast } from '../../ui/toast';
import type { FollowUp } from '../today/overview-contract';
import { formatDue, getTomorrowMorning, useNow } from './format-due';
import { useChangeTask, usePatchLead } from './mutations';
import * as styles from './PutOff.module.css';

/** A next step or a task. */
type Planned = Pick<FollowUp, 'leadId' | 'taskId' | 'text'> & { dueAt: string | null };

/** Lists the days to which something can be put off at once, by the owner's calendar. */
function listDays(now: Date): { label: string; days: number }[] {
  const weekday = toWallTime(now).getUTCDay();
  const choices = [
    { label: 'Tomorrow', days: 1 },
    { label: 'Monday', days: (8 - weekday) % 7 || 7 },
    { label: 'In a week', days: 7 },
  ];
  // Monday may be tomorrow, or in a week.
  return choices.filter(
    ({ days }, index) => choices.findIndex((one) => one.days === days) === index,
  );
}

/** Returns the time of day at which something was due, so many days from today; 9 AM if it had none. */
function addDays(now: Date, days: number, dueAt: string | null): string {
  const clock = toWallTime(dueAt === null ? getTomorrowMorning() : new Date(dueAt));
  const midnight = Math.floor(toWallTime(now).getTime() / DAY) * DAY;
  return fromWallTime(new Date(midnight + days * DAY + (clock.getTime() % DAY))).toISOString();
}

/** Stores another time of a next step or a task, and offers to undo that. */
function usePutOff({ leadId, taskId, text, dueAt: before }: Planned) {
  const changeTask = useChangeTask();
  const patch = usePatchLead();
  const toast = useToast();

  /** @returns what undoes it; for a next step, unless the lead was changed since */
  async function store(dueAt: string): Promise<() => void> {
    if (taskId !== null) {
      await changeTask.mutateAsync({ id: taskId, dueAt });
      return () => changeTask.mutate({ id: taskId, dueAt: before });
    }
    const nextStep = { text, dueAt };
    const { updatedAt: version } = await patch.mutateAsync({ id: leadId, patch: { nextStep } });
    return () =>
      patch.mutate({
        id: leadId,
        version,
        patch: { nextStep: before === null ? null : { text, dueAt: before } },
      });
  }

  return {
    isBusy: changeTask.isPending || patch.isPending,
    async putOff(dueAt: string) {
      const run = await store(dueAt);
      toast({ title: `${text}: ${formatDue(dueAt)}`, action: { label: 'Undo', run } });
    },
  };
}

const otherDay = 'other';

/** Button with a list of days to which a next step or a task is put off at once. */
export function PutOff({ planned }: { planned: Planned }) {
  const now = useNow();
  const [isChoosing, setIsChoosing] = useState(false);
  const { isBusy, putOff } = usePutOff(planned);

  return (
    <span className={styles.putOff} title="Put off">
      <CalendarClock />
      <select
        className={coverStyles.cover}
        aria-label="Put off"
        aria-description={planned.text}
        data-control="put-off"
        value=""
        disabled={isBusy}
        onKeyDown={openListOnKey}
        onChange={({ target: { value } }) => {
          if (value === otherDay) setIsChoosing(true);
          // The toast shows why it failed.
          else void putOff(addDays(now, Number(value), planned.dueAt)).catch(() => {});
        }}
      >
        <option value="" hidden>
          Put off to
        </option>
        {listDays(now).map(({ label, days }) => (
          <option key={label} value={days}>
            {label}, {formatShortDay(new Date(addDays(now, days, null)), now)}
          </option>
        ))}
        <option value={otherDay}>Another day…</option>
      </select>
      {isChoosing && (
        <PutOffDialog
          initial={addDays(now, 1, planned.dueAt)}
          isBusy={isBusy}
          save={putOff}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </span>
  );
}

interface DialogProps {
  /** The time that is filled in. */
  initial: string;
  isBusy: boolean;
  save: (dueAt: string) => Promise<void>;
  onClose: () => void;
}

/** Asks to when something is put off. */
function PutOffDialog({ initial, isBusy, save, onClose }: DialogProps) {
  const [time, setTime] = useState(() => toDateTimeInput(new Date(initial)));
  const [isChecked, setIsChecked] = useState(false);
  const trySave = useTrySave();
  const dueAt = parseDateTimeInput(time);

  async function submit() {
    setIsChecked(true);
    if (dueAt !== null && (await trySave(() => save(dueAt)))) onClose();
  }

  return (
    <FormDialog
      title="Put off"
      submitLabel={isBusy ? 'Saving...' : 'Put off'}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        label="When"
        type="datetime-local"
        error={isChecked && dueAt === null ? 'Enter a date and a time' : undefined}
        value={time}
        onChange={setTime}
      />
    </FormDialog>
  );
}
