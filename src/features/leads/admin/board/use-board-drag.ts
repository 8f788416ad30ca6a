import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatStatus, type LeadStatus, type ListedLead, leadStatuses } from '../../contract';

/** A card that is being moved. */
export interface DraggedCard {
  lead: ListedLead;
  /** The column where it would land. */
  over: LeadStatus;
  width: number;
  /** The top left corner, in viewport pixels; null when it is moved by keyboard. */
  point: { x: number; y: number } | null;
}

/** Pixels that a mouse moves before a click becomes a drag. */
const mouseThreshold = 6;

/**
 * Duration of the long press that picks up a card, in milliseconds, and the maximum movement during
 * it, in pixels.
 */
const holdMs = 300;
const maxSlip = 10;

/** Finds the column at a point. */
function findColumn(x: number, y: number): LeadStatus | undefined {
  const column = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('[data-column]'))
    .find((found) => found !== null);
  return leadStatuses.find((status) => status === column?.dataset.column);
}

/** Prevents the click that ends a drag from opening the lead. */
function swallowNextClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}

interface Gesture {
  start: (x: number, y: number) => void;
  move: (x: number, y: number) => void;
  /** @param isDropped false when the gesture was canceled */
  end: (isDropped: boolean) => void;
}

/**
 * Tracks a pointer until it is released. Touch requires a long press first, because it also
 * scrolls.
 */
function followPointer(event: PointerEvent<HTMLElement>, { start, move, end }: Gesture): void {
  const isTouch = event.pointerType === 'touch';
  const { pointerId, clientX, clientY, timeStamp, target } = event;
  let isDragging = false;
  const controller = new AbortController();
  const { signal } = controller;

  function lift() {
    isDragging = true;
    start(clientX, clientY);
  }
  function finish(isDropped: boolean) {
    clearTimeout(timer);
    controller.abort();
    if (!isDragging) return;
    if (isDropped) swallowNextClick();
    end(isDropped);
  }
  const timer = isTouch ? setTimeout(lift, holdMs) : undefined;

  addEventListener(
    'pointermove',
    (moved) => {
      if (moved.pointerId !== pointerId) return;
      const distance = Math.hypot(moved.clientX - clientX, moved.clientY - clientY);
      // A busy page may lift the card before it receives the movement that precedes it.
      const isSwipe = isTouch && distance > maxSlip && moved.timeStamp - timeStamp < holdMs;
      if (isSwipe) finish(false);
      else if (isDragging) move(moved.clientX, moved.clientY);
      else if (isTouch && distance > maxSlip) finish(false);
      else if (!isTouch && distance > mouseThreshold) lift();
    },
    { signal },
  );
  // On the touched element, because nothing else receives its touches once its card is gone.
  target.addEventListener(
    'touchmove',
    (touch) => {
      if (isDragging && touch.cancelable) touch.preventDefault();
    },
    { signal, passive: false },
  );
  addEventListener('contextmenu', (menu) => isDragging && menu.preventDefault(), { signal });
  addEventListener('pointerup', () => finish(true), { signal });
  addEventListener('pointercancel', () => finish(false), { signal });
  addEventListener('keydown', (key) => key.key === 'Escape' && finish(false), { signal });
}

/**
 * Makes `touchmove` cancelable in the board, so that a drag can prevent scrolling. Browsers decide
 * that before `touchstart`, by the listeners that are registered then.
 */
function useCancelableTouches(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = board;
    const listener = () => undefined;
    current?.addEventListener('touchmove', listener, { passive: false });
    return () => current?.removeEventListener('touchmove', listener);
  }, [board]);
}

/**
 * Keeps the focus on a card that moves to another column, where React creates a new element for it.
 * @returns a function that names the lead whose card gets the focus
 */
function useCardFocus(board: RefObject<HTMLElement | null>, isDragging: boolean) {
  const pendingId = useRef<string | null>(null);
  useEffect(() => {
    if (pendingId.current === null || isDragging) return;
    const card = `[data-card="${CSS.escape(pendingId.current)}"] a`;
    const link = board.current?.querySelector<HTMLElement>(card);
    const { activeElement } = document;
    if (!link || (activeElement !== document.body && activeElement !== link)) return;
    pendingId.current = null;
    link.focus();
  });
  return (id: string) => {
    pendingId.current = id;
  };
}

/** Returns the column that an arrow key moves a card to; undefined for any other key. */
function findNextColumn(over: LeadStatus, key: string): LeadStatus | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step === undefined ? step : (leadStatuses[leadStatuses.indexOf(over) + step] ?? over);
}

/** Drags a card with the pointer. @param show called with its place; null when it returns */
function dragByPointer(
  event: PointerEvent<HTMLElement>,
  lead: ListedLead,
  show: (dragged: DraggedCard | null) => void,
  drop: (dragged: DraggedCard) => void,
): void {
  const card = event.currentTarget.getBoundingClientRect();
  const offset = { x: card.x - event.clientX, y: card.y - event.clientY };
  let current: DraggedCard | null = null;
  const move = (x: number, y: number) => {
    current = {
      lead,
      over: findColumn(x, y) ?? current?.over ?? lead.status,
      width: card.width,
      point: { x: x + offset.x, y: y + offset.y },
    };
    show(current);
  };
  followPointer(event, {
    start: move,
    move,
    end(isDropped) {
      if (isDropped && current) drop(current);
      else show(null);
    },
  });
}

/** Moves cards between the columns of the board, by mouse, touch and keyboard. */
export function useBoardDrag(
  board: RefObject<HTMLElement | null>,
  onMove: (lead: ListedLead, status: LeadStatus) => void,
) {
  const [dragged, setDragged] = useState<DraggedCard | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const focusCard = useCardFocus(board, dragged !== null);
  useCancelableTouches(board);

  function drop({ lead, over }: DraggedCard) {
    setDragged(null);
    setAnnouncement(`${lead.companyName} dropped in ${formatStatus(over)}.`);
    onMove(lead, over);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>, lead: ListedLead) {
    const isControl =
      event.target instanceof Element && event.target.closest('button,select,input');
    if (event.button === 0 && !isControl && !dragged) dragByPointer(event, lead, setDragged, drop);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, lead: ListedLead) {
    if (event.target instanceof Element && event.target.closest('select')) return;
    if (event.key === ' ') {
      event.preventDefault();
      if (dragged) {
        focusCard(lead.id);
        drop(dragged);
      } else {
        setDragged({ lead, over: lead.status, width: 0, point: null });
        setAnnouncement(`${lead.companyName} lifted from ${formatStatus(lead.status)}.`);
      }
      return;
    }
    if (!dragged) return;
    if (event.key === 'Escape') {
      setDragged(null);
      setAnnouncement(`${lead.companyName} is back in ${formatStatus(lead.status)}.`);
      return;
    }
    const over = findNextColumn(dragged.over, event.key);
    if (!over) return;
    event.preventDefault();
    setDragged({ ...dragged, over });
    setAnnouncement(`Over ${formatStatus(over)}.`);
  }

  const latest = useRef(dragged);
  useLayoutEffect(() => {
    latest.current = dragged;
  });

  /** Ends a move by keyboard when the card goes away, and with it the focus. */
  const onRemoved = useCallback(({ id, companyName }: ListedLead) => {
    if (latest.current?.point !== null || latest.current.lead.id !== id) return;
    focusCard(id);
    setDragged(null);
    setAnnouncement(`${companyName} was moved or deleted by somebody else.`);
  }, []);

  return {
    dragged,
    announcement,
    focusCard,
    onRemoved,
    onPointerDown,
    onKeyDown,
    /** Puts a card that was picked up by keyboard back when it loses the focus. */
    onBlur: () => setDragged((current) => (current?.point === null ? null : current)),
  };
}

export type BoardDrag = ReturnType<typeof useBoardDrag>;
