/** Events that only people cause. Programs that don't identify themselves cause none of them. */
const interactionEvents = ['pointermove', 'pointerup', 'pointercancel', 'keydown', 'wheel'];

/**
 * Runs the callback on the first interaction, but not while a finger or a button is pressed: code that
 * was loaded then started within the first stroke on a sheet of hours, which a slow phone showed up to
 * 70 ms later.
 * @returns a function that removes the listeners
 */
export function onFirstInteraction(callback: () => void): () => void {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  const handleInteraction = (event: Event) => {
    if (event instanceof MouseEvent && event.buttons > 0) return;
    cancel();
    callback();
  };
  for (const eventName of interactionEvents) {
    addEventListener(eventName, handleInteraction, { signal: controller.signal, passive: true });
  }
  return cancel;
}
