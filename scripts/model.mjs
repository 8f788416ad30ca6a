import { readFileSync } from 'node:fs';

/** @typedef {Record<string, { value: number, what: string, source?: string }>} Figures */
/** @typedef {{ rate: number, seconds: number }} Load requests per second, and what each costs */

const figuresFile = new URL('../docs/figures.json', import.meta.url);

/**
 * Maximum share of the time that a process is busy, which leaves room for the failure of another
 * one.
 */
const maxBusyShare = 0.5;

/** Seconds that a request may wait for its process, at the 99th percentile. */
const maxWaitSeconds = 0.1;

const simulatedSeconds = 60;

/**
 * Creates random numbers that are the same in each run.
 * @param {number} seed
 */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Picks a request by its share of all requests.
 * @param {readonly Load[]} loads
 * @param {number} place below the sum of their rates
 */
function pickSeconds(loads, place) {
  let end = 0;
  for (const { rate, seconds } of loads) {
    end += rate;
    if (place < end) return seconds;
  }
  return 0;
}

/**
 * Simulates the busiest minute: requests arrive at random, each goes to the next process in turn,
 * and a process serves one at a time.
 * @param {readonly Load[]} loads
 * @param {number} processes
 * @returns the 99th percentile of the wait in seconds, and the share of the time that each is busy
 */
function simulate(loads, processes) {
  const random = createRandom(1);
  const rate = loads.reduce((sum, load) => sum + load.rate, 0);
  const freeAt = new Float64Array(processes);
  const waits = [];
  let busy = 0;
  let now = 0;
  for (let turn = 0; now < simulatedSeconds; turn = (turn + 1) % processes) {
    now += -Math.log(1 - random()) / rate;
    const seconds = pickSeconds(loads, random() * rate);
    const start = Math.max(now, freeAt[turn] ?? 0);
    freeAt[turn] = start + seconds;
    waits.push(start - now);
    busy += seconds;
  }
  waits.sort((a, b) => a - b);
  return {
    wait: waits[Math.floor(waits.length * 0.99)] ?? 0,
    busyShare: busy / simulatedSeconds / processes,
  };
}

/**
 * Finds how many processes the busiest minute needs, and adds one that may fail or restart.
 * @param {readonly Load[]} loads
 */
function findProcesses(loads) {
  const busy = loads.reduce((sum, { rate, seconds }) => sum + rate * seconds, 0);
  for (let processes = Math.ceil(busy / maxBusyShare); ; processes += 1) {
    const result = simulate(loads, processes);
    if (result.busyShare > maxBusyShare || result.wait > maxWaitSeconds) continue;
    return { processes: processes + 1, ...simulate(loads, processes + 1) };
  }
}

const count = (/** @type {number} */ value) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 });

/**
 * Calculates what a number of visits a day needs.
 * @param {number} visits
 * @param {boolean} hasCdn
 * @param {Record<string, number>} figures
 */
function describe(visits, hasCdn, figures) {
  const f = (/** @type {string} */ name) => figures[name] ?? Number.NaN;
  const peak = (visits * f('busiestHour') * f('burst')) / 3_600;
  const pages = peak * f('pagesPerVisit');
  const files = peak * (f('firstViewRequests') - 1);
  const filters = peak * f('filtersPerVisit');
  const inquiries = peak * f('inquiriesPerVisit');
  const cached = hasCdn ? pages * (1 - f('cdnPages')) : pages + files;
  const inquirySeconds = 1 / f('inquiriesPerSecond');
  const { processes, wait, busyShare } = findProcesses([
    { rate: cached, seconds: f('cachedPageSeconds') },
    { rate: filters, seconds: f('filterSeconds') },
    { rate: inquiries, seconds: inquirySeconds },
  ]);
  const megabits = (peak * f('firstViewKilobytes') * 8) / 1_000;
  const stored = visits * f('inquiriesPerVisit') * f('retentionDays');
  return [
    `${count(visits)} visits a day, ${hasCdn ? 'with' : 'without'} a CDN`,
    `  visits/s      ${count(visits)} x ${f('busiestHour')} / 3,600 x ${f('burst')} = ${count(peak)} in the busiest minute`,
    `  pages/s       ${count(peak)} x ${f('pagesPerVisit')} = ${count(pages)}${hasCdn ? `, of which ${count(cached)} reach the site` : `, and ${count(files)} files`}`,
    `  filters/s     ${count(peak)} x ${f('filtersPerVisit')} = ${count(filters)}, at ${f('filterSeconds') * 1_000} ms`,
    `  inquiries/s   ${count(peak)} x ${f('inquiriesPerVisit')} = ${count(inquiries)}; the database stores ${count(f('inquiriesPerSecond'))}`,
    `  traffic       ${count(peak)} x ${f('firstViewKilobytes')} kB = ${count(megabits)} Mbit/s${hasCdn ? ', nearly all from the CDN' : ''}`,
    `  processes     ${processes}, each ${count(busyShare * 100)}% busy; p99 of the wait ${count(wait * 1_000)} ms; ${count(processes * f('memoryMegabytes'))} MB`,
    `  inquiries     ${count(visits)} x ${f('inquiriesPerVisit')} x ${f('retentionDays')} days = ${count(stored)} stored, ${count((stored * f('inquiryKilobytes')) / 1e6)} GB; ${count(f('leadsTried'))} were measured`,
  ].join('\n');
}

/** @type {{ measured: Figures, assumed: Figures }} */
const { measured, assumed } = JSON.parse(readFileSync(figuresFile, 'utf8'));
const figures = Object.fromEntries(
  Object.entries({ ...measured, ...assumed }).map(([name, { value }]) => [name, value]),
);
const descriptions = [
  describe(1e6, false, figures),
  describe(1e6, true, figures),
  describe(1e8, true, figures),
];
process.stdout.write(`${descriptions.join('\n\n')}\n`);
