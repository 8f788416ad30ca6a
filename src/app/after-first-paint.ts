/**
 * Calls back after the first paint. Calls back at once in a hidden tab, which is never painted, and
 * in browsers without paint timing. Rejected: waiting for two animation frames. On a busy device
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
  // The tab was hidden before it was painted.
  document.addEventListener('visibilitychange', runOnce);
}
