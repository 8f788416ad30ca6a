import { BlockList, isIP } from 'node:net';
import { AppError } from '../../lib/errors';

/** Milliseconds that are counted over. */
const span = 10 * 60_000;

/**
 * Enquiries within the span. A whole office behind one address sends fewer than `suspect`; from there
 * on they are marked, and from `address` or `network` on refused, honestly, until the span is over.
 */
const limits = { suspect: 10, address: 30, network: 120 } as const;

/** Most counters at a time: a stranger with a thousand networks must not fill the memory. */
const mostCounters = 20_000;

/**
 * Our own machine is not limited: it is a test, or a proxy that TRUST_PROXY does not name, behind which
 * all visitors would share one count.
 */
const ourselves = new BlockList();
ourselves.addSubnet('127.0.0.0', 8, 'ipv4');
ourselves.addAddress('::1', 'ipv6');

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

function isOurself(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && ourselves.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** The eight groups of an IPv6 address, written out. */
function groups(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname
    .slice(1, -1)
    .split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  if (tail === undefined) return first;
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

/** What one sender has: an IPv4 address, or the /64 of IPv6; and the network around it, /24 or /48. */
function senderOf(address: string): { address: string; network: string } {
  if (isIP(address) === 6) {
    const all = groups(address);
    return { address: all.slice(0, 4).join(':'), network: all.slice(0, 3).join(':') };
  }
  return { address, network: address.split('.').slice(0, 3).join('.') };
}

interface Counter {
  since: number;
  count: number;
}

/**
 * Counts enquiries by where they come from, in this process's memory: several processes allow as many
 * times more, which does not matter for a bound that no person reaches.
 */
export function enquiryLimit(now: () => number = Date.now) {
  const counters = new Map<string, Counter>();

  function count(name: string): Counter {
    const known = counters.get(name);
    // A clock that was set back must not hold on to what was counted in its future.
    const isWithin = known && now() >= known.since && now() - known.since < span;
    const counter = isWithin ? known : { since: now(), count: 0 };
    counter.count += 1;
    // The newest last, so that the oldest is the first to go.
    counters.delete(name);
    counters.set(name, counter);
    const [oldest] = counters.keys();
    if (counters.size > mostCounters && oldest !== undefined) counters.delete(oldest);
    return counter;
  }

  /**
   * Counts an enquiry.
   * @returns whether its sender has sent suspiciously many
   * @throws AppError too_many_requests
   */
  return function admit(ip: string): { isMany: boolean } {
    const own = plain(ip);
    if (isOurself(own)) return { isMany: false };
    const sender = senderOf(own);
    const address = count(`a ${sender.address}`);
    const network = count(`n ${sender.network}`);
    const full = address.count > limits.address ? address : network;
    if (address.count > limits.address || network.count > limits.network) {
      const seconds = Math.max(1, Math.ceil((full.since + span - now()) / 1000));
      throw new AppError(
        'too_many_requests',
        `Many enquiries came from your network. Please try again in ${Math.ceil(seconds / 60)} minutes, or write to us.`,
        { retryAfter: seconds },
      );
    }
    return { isMany: address.count > limits.suspect };
  };
}

export type EnquiryLimit = ReturnType<typeof enquiryLimit>;
