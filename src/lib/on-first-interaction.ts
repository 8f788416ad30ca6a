/** What only somebody who is there does. Programs that say nothing of themselves do none of it. */
const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'];

/** Does this once somebody is there. @returns what ends the wait */
export function onFirstInteraction(callback: () => void): () => void {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  const handleInteraction = () => {
    cancel();
    callback();
  };
  for (const eventName of interactionEvents) {
    addEventListener(eventName, handleInteraction, { signal: controller.signal, passive: true });
  }
  return cancel;
}
