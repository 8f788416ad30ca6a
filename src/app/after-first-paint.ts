/**
 * Calls back once the document has been painted; at once in a tab that nobody sees, which is not, and
 * where the browser does not tell. By the browser's word and not by counting frames: on a busy device
 * the second frame begins before the first is on the screen.
 */
export function afterFirstPaint(callback: () => void): void {
  const supportsPaintTiming = PerformanceObserver.supportedEntryTypes.includes('paint');
  if (document.hidden || !supportsPaintTiming) {
    callback();
    return;
  }
  const runOnce = () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', runOnce);
    callback();
  };
  const observer = new PerformanceObserver(runOnce);
  observer.observe({ type: 'paint', buffered: true });
  // Hidden before it was painted.
  document.addEventListener('visibilitychange', runOnce);
}
