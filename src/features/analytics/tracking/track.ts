import type { EventDetails, EventName, TrackedEvent } from './events';

type Listener = (event: TrackedEvent) => void;

/** Events that are held for listeners whose code comes later; what happens beyond them is not. */
const maxPastEvents = 50;

const listeners = new Set<Listener>();
const pastEvents: TrackedEvent[] = [];

/** Random, and unlike `crypto.randomUUID` there also over plain HTTP. It needs to be unlike, not secret. */
const createEventId = (): string =>
  `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/**
 * Says that something happened. Whoever measures hears of it: with nothing set up and nobody counting,
 * nothing happens. All that the first page needs of measuring is in this file.
 * @param id the same for the same happening; a happening with an id of its own is sent once, also
 *   after a reload
 */
export function track<N extends EventName>(
  name: N,
  details: EventDetails[N],
  id = createEventId(),
): void {
  const event = { name, id, details } as TrackedEvent;
  if (pastEvents.length < maxPastEvents) pastEvents.push(event);
  for (const listener of listeners) listener(event);
}

/** Calls back with each event, those that have happened already first. @returns what ends it */
export function subscribeToEvents(listener: Listener): () => void {
  for (const event of pastEvents) listener(event);
  listeners.add(listener);
  return () => listeners.delete(listener);
}
