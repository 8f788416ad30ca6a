import type { EventDetails, EventName, TrackedEvent } from './events';

type Listener = (event: TrackedEvent) => void;

/**
 * Maximum number of events buffered for listeners that subscribe later. Later events are not
 * buffered.
 */
const maxPastEvents = 50;

const listeners = new Set<Listener>();
const pastEvents: TrackedEvent[] = [];

/**
 * Creates a random event ID. It must be unique, not secret. Not `crypto.randomUUID`, which is
 * missing over plain HTTP.
 */
const createEventId = (): string =>
  `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/**
 * Publishes an event to all listeners. Nothing is sent when there are none. This file is all the
 * tracking code that the first page needs.
 * @param id pass the same ID for the same event: such an event is sent once, even after a reload
 */
export function track<N extends EventName>(
  name: N,
  details: EventDetails[N],
  id = createEventId(),
): void {
  // TypeScript can't relate a generic name to its details.
  const event = { name, id, details } as TrackedEvent;
  if (pastEvents.length < maxPastEvents) pastEvents.push(event);
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      // Tracking must not interrupt what the visitor does.
      reportError(error);
    }
  }
}

/**
 * Subscribes to events. Calls the listener first with the buffered events.
 * @returns a function that unsubscribes
 */
export function subscribeToEvents(listener: Listener): () => void {
  for (const event of pastEvents) listener(event);
  listeners.add(listener);
  return () => listeners.delete(listener);
}
