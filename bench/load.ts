import autocannon from 'autocannon';

/** The result of a load test. */
export interface LoadResult {
  /** Responses per second. */
  rate: number;
  /** 99th percentile of the latency in milliseconds. */
  p99: number;
  /** Total number of responses. */
  total: number;
}

interface LoadOptions {
  url: string;
  /** Concurrent connections. */
  connections: number;
  /** Duration in seconds. */
  duration: number;
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  /** The expected status of every response. */
  status?: number;
  /** Creates the body and headers of each request. */
  fill?: () => { body: string; headers: Record<string, string> };
}

/**
 * Sends requests as fast as the responses arrive.
 * @throws when a response is missing or has another status
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { url, connections, duration, headers = {}, method = 'GET', status = 200, fill } = options;
  const result = await autocannon({
    url,
    connections,
    duration,
    method,
    headers,
    ...(fill && {
      requests: [
        {
          setupRequest: (request: autocannon.Request) => {
            const { body, headers: requestHeaders } = fill();
            return { ...request, body, headers: { ...request.headers, ...requestHeaders } };
          },
        },
      ],
    }),
  });
  const unexpected = Object.entries(result.statusCodeStats ?? {}).filter(
    ([code]) => Number(code) !== status,
  );
  if (result.errors > 0 || unexpected.length > 0) {
    throw new Error(
      `${url}: ${result.errors} errors, unexpected statuses: ${unexpected.map(([code]) => code).join(', ') || 'none'}.`,
    );
  }
  const { total } = result.requests;
  return { rate: total / result.duration, p99: result.latency.p99, total };
}
