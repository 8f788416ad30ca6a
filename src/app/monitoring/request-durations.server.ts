import type { Histogram, Registry } from '@prometheus-io/client';

/** OpenTelemetry's boundaries for the duration of HTTP requests, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const name = 'http_server_request_duration_seconds';

interface Series {
  method: string;
  status: number;
  /** The durations by the first boundary that they do not exceed; the last: above all. */
  counts: number[];
  sum: number;
}

/** Formats a series as the library exports a histogram: the counts are cumulative. */
function listValues(route: string, { method, status, counts, sum }: Series) {
  const labels = {
    http_request_method: method,
    http_route: route,
    http_response_status_code: status,
  };
  let count = 0;
  const buckets = counts.map((added, index) => {
    count += added;
    const le = bounds[index] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

/**
 * Adds a histogram of the requests' durations. It counts in plain arrays, which the library reads
 * when it is scraped: an observation takes 20 ns instead of 400 of the library's own histogram, with
 * which the cheapest requests took 8% more processor time (`npm run bench -- metrics`).
 * @param initial the series that begin at 0. Prometheus can't tell that the first value of any other
 *   is an increase
 * @returns a function that counts a request
 */
export function measureDurations(
  registry: Registry,
  initial: readonly { route: string; method: string; status: number }[],
) {
  /** Few per route, so that a loop finds one faster than a map by a key of three parts. */
  const seriesByRoute = new Map<string, Series[]>();

  function createSeries(route: string, method: string, status: number): Series {
    const series = { method, status, counts: [...bounds.map(() => 0), 0], sum: 0 };
    seriesByRoute.set(route, [...(seriesByRoute.get(route) ?? []), series]);
    return series;
  }

  for (const { route, method, status } of initial) createSeries(route, method, status);

  const metric = {
    name,
    help: 'Duration of requests, except those that the cache fast path served.',
    type: 'histogram' as const,
    aggregator: 'sum' as const,
    collect() {},
    reset: () => seriesByRoute.clear(),
    async get() {
      const values = [...seriesByRoute].flatMap(([route, all]) =>
        all.flatMap((series) => listValues(route, series)),
      );
      return { ...this, values };
    },
  };
  // The registry calls no other methods of a metric; its type names the library's own classes.
  registry.registerMetric(metric as unknown as Histogram);

  return (method: string, route: string, status: number, seconds: number): void => {
    const series =
      seriesByRoute
        .get(route)
        ?.find((known) => known.status === status && known.method === method) ??
      createSeries(route, method, status);
    let index = 0;
    while (seconds > (bounds[index] ?? Number.POSITIVE_INFINITY)) index += 1;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += seconds;
  };
}
