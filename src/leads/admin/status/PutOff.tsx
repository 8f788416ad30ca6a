import { useState } from 'react';
import { DAY } from '../../../lib/time/durations';
import { formatShortDay } from '../../../lib/time/format-date';
import { fromWallTime, toWallTime } from '../../../lib/time/wall-time';
import { Button } from '../../../ui/Button';
import { openListOnKey } from '../../../ui/form/open-list-on-key';
import { CalendarClock } from '../../../ui/icons/admin-icons';
import { ChevronDown } from '../../../ui/icons/desk-icons';
import type { ListedLead } from '../../contract';
import { getDayNumber, getTomorrowMorning, useNow } from '../format-due';
import * as styles from './PutOff.module.css';
import * as menuStyles from './StatusMenu.module.css';
import { NextStepDialog, type Step, useStepActions } from './steps';

/** Lists the days later than its own to which a step can be put off at once, by the owner's calendar. */
function listDays(now: Date, dueAt: string | null): { label: string; days: number }[] {
  const weekday = toWallTime(now).getUTCDay();
  const dueDays = dueAt === null ? 0 : getDayNumber(new Date(dueAt)) - getDayNumber(now);
  const choices = [
    { label: 'Tomorrow', days: 1 },
    { label: 'Monday', days: (8 - weekday) % 7 || 7 },
    { label: 'In a week', days: 7 },
  ];
  // Monday may be tomorrow, or in a week.
  return choices.filter(
    ({ days }, index) => days > dueDays && choices.findIndex((one) => one.days === days) === index,
  );
}

/** Returns the time of day at which something was due, so many days from today; 9 am if it had none. */
function addDays(now: Date, days: number, dueAt: string | null): string {
  const clock = toWallTime(dueAt === null ? getTomorrowMorning() : new Date(dueAt));
  const midnight = Math.floor(toWallTime(now).getTime() / DAY) * DAY;
  return fromWallTime(new Date(midnight + days * DAY + (clock.getTime() % DAY))).toISOString();
}

const otherDay = 'other';

/** Opens the dialog that changes a step. @param dueAt the time that is filled in */
export type OpenStep = (step: Step, dueAt: string) => void;

interface Props {
  step: Step;
  /** Asks for another day. Without it only the button, as an icon, for rows without room for more. */
  onOtherDay?: OpenStep;
}

/**
 * Button that puts a next step off to the first day that is later than its own: tomorrow, Monday or in
 * a week, with a list of the others and of any date beside it. Renders nothing for a later step.
 */
export function PutOff({ step, onOtherDay }: Props) {
  const now = useNow();
  const { isBusy, change } = useStepActions();
  const [first, ...others] = listDays(now, step.dueAt);
  if (!first) return null;

  const putOff = (days: number) =>
    // The toast shows why it failed.
    change(step, { text: step.text, dueAt: addDays(now, days, step.dueAt) }).catch(() => {});

  return (
    <span className={styles.putOff} data-compact={!onOtherDay || undefined}>
      <Button
        variant="quiet"
        size="touch"
        aria-label={`Put off: ${first.label}`}
        aria-description={step.text}
        title={`Put off: ${first.label}`}
        data-control="put-off"
        busy={isBusy}
        onClick={() => putOff(first.days)}
      >
        <CalendarClock />
        {onOtherDay && <span>{first.label}</span>}
      </Button>
      {onOtherDay && (
        <span className={styles.others} title="Put off to another day">
          <ChevronDown />
          <select
            className={menuStyles.cover}
            aria-label="Put off to another day"
            aria-description={step.text}
            value=""
            disabled={isBusy}
            onKeyDown={openListOnKey}
            onChange={({ target: { value } }) => {
              if (value === otherDay) onOtherDay(step, addDays(now, 1, step.dueAt));
              else putOff(Number(value));
            }}
          >
            <option value="" hidden>
              Put off to
            </option>
            {others.map(({ label, days }) => (
              <option key={label} value={days}>
                {label}, {formatShortDay(new Date(addDays(now, days, null)), now)}
              </option>
            ))}
            <option value={otherDay}>Another day…</option>
          </select>
        </span>
      )}
    </span>
  );
}

/**
 * Opens the dialog that puts a step of a list off to another day. It is the list's, because a row is
 * removed when its step is done elsewhere.
 */
export function useOtherDayDialog() {
  const [opened, setOpened] = useState<{ step: Step; dueAt: string }>();
  const open: OpenStep = (step, dueAt) => setOpened({ step, dueAt });
  return {
    open,
    dialog: opened && (
      <NextStepDialog
        lead={{ id: opened.step.leadId }}
        {...opened}
        onClose={() => setOpened(undefined)}
      />
    ),
  };
}

/** Puts off the next step of a lead in a list. Renders nothing if none is due today or earlier. */
export function PutOffDue({
  lead,
  className,
}: {
  lead: ListedLead;
  className?: string | undefined;
}) {
  const now = useNow();
  const { id: leadId, nextStep, nextStepTaskId: taskId, deletedAt } = lead;
  if (deletedAt !== null || !nextStep || taskId === null) return null;
  if (getDayNumber(new Date(nextStep.dueAt)) > getDayNumber(now)) return null;
  return (
    <span className={className}>
      <PutOff step={{ ...nextStep, taskId, leadId }} />
    </span>
  );
}
