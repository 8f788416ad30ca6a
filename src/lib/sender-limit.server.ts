import { AppError } from './errors';
import { plainAddress, senderOf } from './sender-address.server';

/** Milliseconds that are counted over. */
const span = 10 * 60_000;

/**
 * Counters at a time: a stranger with a thousand networks must not fill the memory. Beyond them the oldest
 * go, many at once: a map looks for its first entry among all that were deleted before it.
 */
const counterBounds = { most: 20_000, atOnce: 1_000 } as const;

/**
 * Our own machine is not limited: it is a test, or a proxy that TRUST_PROXY does not name, behind which
 * all visitors would share one count.
 */
const isOurself = (address: string) => /^(127(\.\d+){3}|::1)$/.test(address);

interface Counter {
  since: number;
  count: number;
}

interface Limits {
  /** Requests within ten minutes of one address, and of the network around it. */
  address: number;
  network: number;
  /** What there were too many of, as the beginning of a sentence: "Many enquiries". */
  what: string;
}

/**
 * Counts requests by where they come from, in this process's memory: several processes allow as many
 * times more, which does not matter for a bound that no person reaches.
 */
export function senderLimit(limits: Limits, now: () => number = Date.now) {
  const counters = new Map<string, Counter>();

  function dropOldest(): void {
    let left = counterBounds.atOnce;
    for (const name of counters.keys()) {
      counters.delete(name);
      left -= 1;
      if (left === 0) return;
    }
  }

  function count(name: string): Counter {
    const known = counters.get(name);
    // A clock that was set back must not hold on to what was counted in its future.
    const isWithin = known && now() >= known.since && now() - known.since < span;
    if (isWithin) {
      known.count += 1;
      return known;
    }
    const counter = { since: now(), count: 1 };
    // The newest last, so that the oldest, whose time is over first, is the first to go.
    counters.delete(name);
    counters.set(name, counter);
    if (counters.size > counterBounds.most) dropOldest();
    return counter;
  }

  /**
   * Counts a request.
   * @returns how many its address has sent; 0 for our own machine, whose requests are not counted
   * @throws AppError too_many_requests
   */
  return function admit(ip: string): number {
    const own = plainAddress(ip);
    if (isOurself(own)) return 0;
    const sender = senderOf(own);
    const address = count(`a ${sender.address}`);
    const network = count(`n ${sender.network}`);
    const full = address.count > limits.address ? address : network;
    if (address.count > limits.address || network.count > limits.network) {
      const seconds = Math.max(1, Math.ceil((full.since + span - now()) / 1000));
      throw new AppError(
        'too_many_requests',
        `${limits.what} came from your network. Please try again in ${Math.ceil(seconds / 60)} minutes, or write to us.`,
        { retryAfter: seconds },
      );
    }
    return address.count;
  };
}
