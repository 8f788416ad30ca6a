import autocannon from 'autocannon';

/** How a server did under load. */
export interface Load {
  /** Answers a second. */
  rate: number;
  /** Milliseconds that 99 of 100 answers took at most. */
  p99: number;
  /** Answers in all. */
  total: number;
}

interface Shot {
  url: string;
  /** Connections at once. */
  connections: number;
  /** Seconds. */
  duration: number;
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  /** The status that each answer must have. */
  status?: number;
  /** Makes a body and headers for each request. */
  fill?: () => { body: string; headers: Record<string, string> };
}

/**
 * Asks as fast as the answers come.
 * @throws when an answer has another status, or does not come
 */
export async function load(shot: Shot): Promise<Load> {
  const { url, connections, duration, headers = {}, method = 'GET', status = 200, fill } = shot;
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
            const { body, headers: own } = fill();
            return { ...request, body, headers: { ...request.headers, ...own } };
          },
        },
      ],
    }),
  });
  const wrong = Object.entries(result.statusCodeStats ?? {}).filter(
    ([code]) => Number(code) !== status,
  );
  if (result.errors > 0 || wrong.length > 0) {
    throw new Error(
      `${url}: ${result.errors} errors, and answers of ${wrong.map(([code]) => code).join(', ') || 'no other status'}.`,
    );
  }
  const { total } = result.requests;
  return { rate: total / result.duration, p99: result.latency.p99, total };
}
