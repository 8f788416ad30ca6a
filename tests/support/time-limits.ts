/**
 * How many times slower this machine is than a laptop with nothing else to do. Set it where tests
 * reach the limits below although what they wait for does happen.
 */
const slowness = Number(process.env.TEST_SLOWNESS ?? 1);

/**
 * How long a test waits for a state that it names. Only a failing test waits this long: a busy
 * machine takes many times longer than a quiet one. `expect.poll` has this limit by default.
 */
export const waitLimitMs = 60_000 * slowness;

/** How long a test may take, with what it starts. */
export const testLimitMs = 5 * waitLimitMs;

/** Scales the time that the product promises for something. */
export const scaleLimit = (promisedMs: number): number => promisedMs * slowness;
