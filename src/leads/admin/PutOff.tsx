import { useState } from 'react';
import { formatShortDay } from '../../lib/format-date';
import { DAY } from '../../lib/time';
import { fromWallTime, toWallTime } from '../../lib/wall-time';
import { CalendarClock } from '../../ui/admin-icons';
import * as coverStyles from '../../ui/cover-select.module.css';
import { openListOnKey } from '../../ui/open-list-on-key';
import { getTomorrowMorning, useNow } from './format-due';
import { NextStepDialog } from './NextStepDialog';
import * as styles from './PutOff.module.css';
import { type Step, useStepActions } from './step-actions';

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

/** Returns the time of day at which something was due, so many days from today; 9 am if it had none. */
function addDays(now: Date, days: number, dueAt: string | null): string {
  const clock = toWallTime(dueAt === null ? getTomorrowMorning() : new Date(dueAt));
  const midnight = Math.floor(toWallTime(now).getTime() / DAY) * DAY;
  return fromWallTime(new Date(midnight + days * DAY + (clock.getTime() % DAY))).toISOString();
}

const otherDay = 'other';

/** Button with a list of days to which a next step is put off at once. */
export function PutOff({ step }: { step: Step }) {
  const now = useNow();
  const [isChoosing, setIsChoosing] = useState(false);
  const { isBusy, change } = useStepActions();

  const putOff = (days: number) =>
    // The toast shows why it failed.
    change(step, { text: step.text, dueAt: addDays(now, days, step.dueAt) }).catch(() => {});

  return (
    <span className={styles.putOff} title="Put off">
      <CalendarClock />
      <select
        className={coverStyles.cover}
        aria-label="Put off"
        aria-description={step.text}
        data-control="put-off"
        value=""
        disabled={isBusy}
        onKeyDown={openListOnKey}
        onChange={({ target: { value } }) => {
          if (value === otherDay) setIsChoosing(true);
          else putOff(Number(value));
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
        <NextStepDialog
          lead={{ id: step.leadId }}
          step={step}
          dueAt={addDays(now, 1, step.dueAt)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </span>
  );
}
