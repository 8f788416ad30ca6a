import { performance } from 'node:perf_hooks';

/** Milliseconds. */
const bounds = {
  /** Of work in a turn of the event loop; the piece that exceeds it is the turn's last. */
  work: 10,
  /** For which work waits, while connections come in. */
  patience: 50,
} as const;

/**
 * Work in portions, so that the event loop goes round many times a second: in each turn what has come is
 * read, and what costs nothing is answered. Node takes one new connection a turn and no more: were a turn
 * as long as all that has come takes, who comes next would wait for hundreds of such turns. For the same
 * reason turns that bring connections do no work for a while: they are over in a fraction of a millisecond.
 */
export function createTurns() {
  const fresh: (() => void)[] = [];
  /** Comes first: what was begun is ended before anything else begins. */
  const begun: (() => void)[] = [];
  let hasConnected = false;
  let workedUntil = 0;
  /** When the work of this turn has to end; undefined before it. */
  let end: number | undefined;

  function mayWork(): boolean {
    const now = performance.now();
    if (end === undefined) {
      const isComing = hasConnected && now < workedUntil + bounds.patience;
      end = isComing ? now : now + bounds.work;
      hasConnected = false;
      setImmediate(() => {
        end = undefined;
      });
    }
    return now < end;
  }

  function work(piece: () => void): void {
    piece();
    workedUntil = performance.now();
  }

  // One immediate for each piece: between two of them promises settle, so that a piece's time is all
  // that it takes.
  function step(): void {
    if (!mayWork()) {
      setImmediate(step);
      return;
    }
    const piece = begun.shift() ?? fresh.shift();
    if (piece) work(piece);
  }

  return {
    /** How many wait to begin. */
    get waiting(): number {
      return fresh.length;
    },

    /**
     * Begins some work when its turn has come: at once when nothing waits. (Always at the end of the
     * turn, all that came in it would live through a garbage collection: twice the time for small ones.)
     */
    begin(piece: () => void): void {
      if (fresh.length + begun.length === 0 && mayWork()) {
        work(piece);
        return;
      }
      fresh.push(piece);
      setImmediate(step);
    },

    /** Goes on with work that has begun, when its turn has come: at once when no other does. */
    goOn(piece: () => void): void {
      if (begun.length === 0 && mayWork()) {
        work(piece);
        return;
      }
      begun.push(piece);
      setImmediate(step);
    },

    /** Settles when work that has begun may go on: to be asked before what takes more than a millisecond. */
    next(): Promise<void> {
      return new Promise((resolve) => {
        begun.push(resolve);
        setImmediate(step);
      });
    },

    /** Says that a connection has come in. */
    connected(): void {
      hasConnected = true;
    },
  };
}

export type Turns = ReturnType<typeof createTurns>;
