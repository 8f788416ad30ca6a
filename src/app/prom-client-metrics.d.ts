/** The parts of prom-client's `collectDefaultMetrics`, which its types leave out. */
declare module 'prom-client/lib/metrics/*' {
  import type { Registry } from 'prom-client';

  const collect: (registry: Registry, options?: { eventLoopMonitoringPrecision?: number }) => void;
  export default collect;
}
