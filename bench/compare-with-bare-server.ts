import { fetchRawResponse, withBareServer } from './bare-server';
import { runLoad } from './load';
import { type Measure, median } from './measure';

const rounds = 5;
const connections = 50;
const durationSeconds = 3;

interface Comparison {
  name: string;
  url: string;
  headers: Record<string, string>;
  status: number;
  /** Minimum share of the bare server's rate. */
  min: number;
  progress: (line: string) => void;
}

/**
 * Measures requests per second and p99 of a URL relative to a bare node:http server that sends the
 * same bytes. Alternates between the two, so that other load on the machine affects both equally.
 */
export async function compareWithBareServer(comparison: Comparison): Promise<Measure[]> {
  const { name, url, headers, status, min, progress } = comparison;
  const response = await fetchRawResponse(url, headers);
  if (response.status !== status) throw new Error(`${url} responded with ${response.status}.`);
  return withBareServer(response, async (bareUrl) => {
    const options = { connections, duration: durationSeconds, headers, status };
    const pairs: { rate: number; p99: number; ours: number; bare: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const ours = await runLoad({ ...options, url });
      const bare = await runLoad({ ...options, url: bareUrl });
      // The first pair is a warm-up.
      if (round === 0) continue;
      pairs.push({
        rate: ours.rate / bare.rate,
        // Whole milliseconds: a fast server may have 0.
        p99: Math.max(1, ours.p99) / Math.max(1, bare.p99),
        ours: ours.rate,
        bare: bare.rate,
      });
      progress(
        `${name} ${round}/${rounds}: ${Math.round(ours.rate)} of ${Math.round(bare.rate)} requests/s, p99 ${ours.p99} and ${bare.p99} ms`,
      );
    }
    const calculateMedian = (read: (pair: (typeof pairs)[number]) => number) =>
      median(pairs.map(read));
    return [
      { name: `${name} requests/s`, value: Math.round(calculateMedian(({ ours }) => ours)) },
      { name: `${name} bare server`, value: Math.round(calculateMedian(({ bare }) => bare)) },
      { name: `${name} share of bare server`, value: calculateMedian(({ rate }) => rate), min },
      {
        name: `${name} p99 relative to bare server`,
        value: calculateMedian(({ p99 }) => p99),
        unit: 'x',
        max: 1.5,
      },
    ];
  });
}
