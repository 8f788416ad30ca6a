import { rawAnswer, withBareServer } from './bare-server';
import { load } from './load';
import { type Measure, median } from './measure';

const rounds = 5;
const connections = 50;
/** Seconds of each shot. */
const duration = 3;

interface Comparison {
  name: string;
  url: string;
  headers: Record<string, string>;
  status: number;
  /** The least share of the bare server's rate. */
  min: number;
  progress: (line: string) => void;
}

/**
 * Requests a second and the 99th percentile of an address, as parts of those of a bare node:http server
 * that answers the same bytes. In turns and pairwise: what else the machine does meets both alike.
 */
export async function againstBare(comparison: Comparison): Promise<Measure[]> {
  const { name, url, headers, status, min, progress } = comparison;
  const answer = await rawAnswer(url, headers);
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}.`);
  return withBareServer(answer, async (bareUrl) => {
    const shot = { connections, duration, headers, status };
    const pairs: { rate: number; p99: number; ours: number; bare: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const ours = await load({ ...shot, url });
      const bare = await load({ ...shot, url: bareUrl });
      // The first pair warms both up.
      if (round === 0) continue;
      pairs.push({
        rate: ours.rate / bare.rate,
        // Whole milliseconds, so that the fast one may have none.
        p99: Math.max(1, ours.p99) / Math.max(1, bare.p99),
        ours: ours.rate,
        bare: bare.rate,
      });
      progress(
        `${name} ${round}/${rounds}: ${Math.round(ours.rate)} of ${Math.round(bare.rate)} requests/s, p99 ${ours.p99} and ${bare.p99} ms`,
      );
    }
    const middle = (read: (pair: (typeof pairs)[number]) => number) => median(pairs.map(read));
    return [
      { name: `${name} requests/s`, value: Math.round(middle(({ ours }) => ours)) },
      { name: `${name} bare`, value: Math.round(middle(({ bare }) => bare)) },
      { name: `${name} of bare`, value: middle(({ rate }) => rate), min },
      { name: `${name} p99 of bare`, value: middle(({ p99 }) => p99), unit: 'x', max: 1.5 },
    ];
  });
}
