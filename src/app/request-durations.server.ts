/** OpenTelemetry's boundaries for the duration of HTTP requests, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const name = 'http_server_request_duration_seconds';

/** The requests with the same method, route and status. */
interface Series {
  labels: string;
  /** Number of requests in each bucket, above the previous boundary. */
  counts: number[];
  total: number;
  seconds: number;
}

const escapeLabel = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function formatSeries({ labels, counts, total, seconds }: Series): string[] {
  let sum = 0;
  const buckets = boundaries.map((boundary, index) => {
    sum += counts[index] ?? 0;
    return `${name}_bucket{le="${boundary}",${labels}} ${sum}`;
  });
  return [
    ...buckets,
    `${name}_bucket{le="+Inf",${labels}} ${total}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${total}`,
  ];
}

/**
 * Creates the histogram of the requests' durations, by method, route and status. Not prom-client's:
 * it builds and compares the labels as text for each request, which took 3 µs.
 */
export function createRequestDurations() {
  const seriesByRoute = new Map<string, Map<string, Map<number, Series>>>();

  function createSeries(method: string, route: string, status: number): Series {
    const labels = [
      `http_request_method="${escapeLabel(method)}"`,
      `http_route="${escapeLabel(route)}"`,
      `http_response_status_code="${status}"`,
    ];
    return { labels: labels.join(','), counts: boundaries.map(() => 0), total: 0, seconds: 0 };
  }

  function findSeries(method: string, route: string, status: number): Series {
    const found = seriesByRoute.get(route)?.get(method)?.get(status);
    if (found) return found;
    const series = createSeries(method, route, status);
    const byMethod = seriesByRoute.get(route) ?? new Map<string, Map<number, Series>>();
    const byStatus = byMethod.get(method) ?? new Map<number, Series>();
    seriesByRoute.set(route, byMethod.set(method, byStatus.set(status, series)));
    return series;
  }

  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      const series = findSeries(method, route, status);
      series.total += 1;
      series.seconds += seconds;
      const index = boundaries.findIndex((boundary) => seconds <= boundary);
      if (index !== -1) series.counts[index] = (series.counts[index] ?? 0) + 1;
    },

    /** Returns the histogram in the text format of Prometheus. */
    format(): string {
      const all = [...seriesByRoute.values()]
        .flatMap((byMethod) => [...byMethod.values()])
        .flatMap((byStatus) => [...byStatus.values()]);
      return [
        `# HELP ${name} Duration of requests, except those that the cache fast path served.`,
        `# TYPE ${name} histogram`,
        ...all.flatMap(formatSeries),
        '',
      ].join('\n');
    },
  };
}
