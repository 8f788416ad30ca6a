/** Events that only people cause. Programs that don't identify themselves cause none of them. */
const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'];

/** Runs the callback on the first interaction. @returns a function that removes the listeners */
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
