/** The parts of the library's `collectDefaultMetrics`, which its types leave out. */
declare module '@prometheus-io/client/lib/metrics/*' {
  import type { Registry } from '@prometheus-io/client';

  const collect: (registry: Registry, options?: { eventLoopMonitoringPrecision?: number }) => void;
  export default collect;
}
