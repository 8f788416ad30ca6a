import { planStorageKey } from '../../cover/encode-plan';
import { formatHoursField, planFields } from '../cover/plan-form';

/** Distance in CSS pixels from which a pointer draws: below it, the row is a link. */
const minDistancePx = 10;

/** The days that get the hours, because the schedule is a usual day. */
const workdays = [1, 2, 3, 4, 5];

/** A press on a row. It becomes a stroke when the pointer moves sideways. */
interface Press {
  row: HTMLAnchorElement;
  start: PointerEvent;
  /** The stroke on the row. Removed when it is canceled. */
  hole?: HTMLElement;
  from: number;
  to: number;
}

/** Reads the label of a full hour, as `formatHour` writes it. */
function parseHour(label: string): number {
  if (label === 'noon') return 12;
  const [hour, half] = label.split(' ');
  // "midnight" is no number.
  return ((Number(hour) || 0) % 12) + (half === 'pm' ? 12 : 0);
}

/**
 * Reads the code of the plan that this browser has stored. Without `readStoredText`, as `parseHour` is
 * without `formatHour`: the home page would have to name the styles of their chunks.
 */
function readStoredPlan(): string | null {
  try {
    return localStorage.getItem(planStorageKey);
  } catch {
    // The browser blocks its storage.
    return null;
  }
}

/** Returns the address of the visitor's plan with the hours of a stroke. */
function buildAddress(rows: readonly HTMLAnchorElement[], { row, from, to }: Press): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const stored = readStoredPlan();
  const desk = rows.indexOf(row);
  const fields = [
    [planFields.timeZone, timeZone],
    ...(stored ? [[planFields.stored, stored]] : []),
    ...rows.map(({ firstChild }) => [planFields.desk, firstChild?.textContent ?? '']),
    ...workdays.map((day) => [planFields.hours, formatHoursField(desk, day, from, to)]),
  ];
  return `${row.pathname}?${new URLSearchParams(fields)}${row.hash}`;
}

/** Listens for strokes on the rows of a schedule. */
function listenForStrokes(schedule: HTMLElement, holeClass: string): void {
  let press: Press | undefined;
  /** Removes the listeners that are needed while a stroke is drawn. */
  let drawing: AbortController | undefined;
  const firstHour = parseHour(schedule.querySelector('span')?.textContent ?? '');
  const length = Number(schedule.dataset.hours) * 2;

  /** Returns the half hour below a pointer, counted from the first one of the schedule. */
  function locate({ clientX: x }: PointerEvent): number {
    const { left, right, width } = schedule.getBoundingClientRect();
    const isMirrored = getComputedStyle(schedule).direction === 'rtl';
    const share = (isMirrored ? right - x : x - left) / width;
    return Math.max(0, Math.min(length - 1, Math.floor(share * length)));
  }

  function removeHole(): void {
    drawing?.abort();
    press?.hole?.remove();
  }

  function createHole({ row }: Press): HTMLElement {
    const hole = document.createElement('span');
    hole.className = holeClass;
    hole.setAttribute('aria-hidden', 'true');
    const label = document.createElement('span');
    label.textContent = 'Nobody yet';
    hole.append(label);
    row.append(hole);
    drawing = new AbortController();
    const { signal } = drawing;
    addEventListener('keydown', ({ key }) => key === 'Escape' && removeHole(), { signal });
    // "Back" may show the page as it was left.
    addEventListener('pagehide', removeHole, { signal });
    return hole;
  }

  function draw(drawn: Press, event: PointerEvent): void {
    const [a, b] = [locate(drawn.start), locate(event)];
    const [start, end] = [Math.min(a, b), Math.max(a, b) + 1];
    drawn.from = firstHour + start / 2;
    drawn.to = firstHour + end / 2;
    drawn.hole ??= createHole(drawn);
    drawn.hole.style.insetInline = `${(start / length) * 100}% ${(1 - end / length) * 100}%`;
    // The label stays in the window, at both ends of the day.
    const [label] = drawn.hole.querySelectorAll('span');
    if (label) label.style.insetInline = a + b < length ? '10px auto' : 'auto 10px';
  }

  schedule.addEventListener('pointerdown', (start) => {
    removeHole();
    const row = start.target instanceof Element ? start.target.closest('a') : null;
    const isPress = row && start.button === 0 && start.isPrimary;
    press = isPress ? { row, start, from: 0, to: 0 } : undefined;
  });
  schedule.addEventListener('pointermove', (event) => {
    if (!press || event.buttons === 0 || event.pointerId !== press.start.pointerId) return;
    const x = Math.abs(event.clientX - press.start.clientX);
    const y = Math.abs(event.clientY - press.start.clientY);
    // A thumb that moves up or down scrolls.
    const isDrawing = press.hole ? press.hole.isConnected : x >= minDistancePx && x > y;
    if (!isDrawing) return;
    press.row.setPointerCapture(event.pointerId);
    draw(press, event);
  });
  schedule.addEventListener('pointerup', () => {
    if (!press?.hole?.isConnected) return;
    location.assign(buildAddress([...schedule.querySelectorAll('a')], press));
  });
  schedule.addEventListener('pointercancel', removeHole);
  // The link is not dragged to elsewhere, nor followed after a stroke. A key has no detail.
  schedule.addEventListener('dragstart', (event) => event.preventDefault());
  schedule.addEventListener('click', (event) => {
    if (event.detail > 0 && press?.hole) event.preventDefault();
  });
}

/**
 * Lets a drag across a row of the home page's schedule open the plan with those hours painted, on each
 * workday. A press without a drag follows the row's link, as does the keyboard.
 * @param holeClass the class of hours that are being painted
 */
export function paintSchedule(holeClass = ''): void {
  const schedule = document.querySelector<HTMLElement>('figure > [data-hours]');
  // The visitor may have left the page meanwhile.
  if (schedule) listenForStrokes(schedule, holeClass);
}
