import { performance } from 'node:perf_hooks';

/** Milliseconds. */
const limits = {
  /** Of work in a turn of the event loop; the piece that exceeds it is the turn's last. */
  maxSliceMs: 10,
  /** For which work waits, while connections come in. */
  timeoutMs: 50,
} as const;

/**
 * Work in portions, so that the event loop goes round many times a second: in each turn what has come is
 * read, and what costs nothing is answered. Node takes one new connection a turn and no more: were a turn
 * as long as all that has come takes, who comes next would wait for hundreds of such turns. For the same
 * reason turns that bring connections do no work for a while: they are over in a fraction of a millisecond.
 */
export function createScheduler() {
  const newTasks: (() => void)[] = [];
  /** Comes first: what was begun is ended before anything else begins. */
  const startedTasks: (() => void)[] = [];
  let hasNewConnection = false;
  let lastTaskEndedAt = 0;
  /** When the work of this turn has to end; undefined before it. */
  let sliceEndsAt: number | undefined;

  function canRunTask(): boolean {
    const now = performance.now();
    if (sliceEndsAt === undefined) {
      const isAccepting = hasNewConnection && now < lastTaskEndedAt + limits.timeoutMs;
      sliceEndsAt = isAccepting ? now : now + limits.maxSliceMs;
      hasNewConnection = false;
      setImmediate(() => {
        sliceEndsAt = undefined;
      });
    }
    return now < sliceEndsAt;
  }

  function runTask(task: () => void): void {
    task();
    lastTaskEndedAt = performance.now();
  }

  // One immediate for each piece: between two of them promises settle, so that a piece's time is all
  // that it takes.
  function runNextTask(): void {
    if (!canRunTask()) {
      setImmediate(runNextTask);
      return;
    }
    const task = startedTasks.shift() ?? newTasks.shift();
    if (task) runTask(task);
  }

  return {
    /** How many wait to begin. */
    get queuedCount(): number {
      return newTasks.length;
    },

    /**
     * Begins some work when its turn has come: at once when nothing waits. (Always at the end of the
     * turn, all that came in it would live through a garbage collection: twice the time for small ones.)
     */
    schedule(task: () => void): void {
      if (newTasks.length + startedTasks.length === 0 && canRunTask()) {
        runTask(task);
        return;
      }
      newTasks.push(task);
      setImmediate(runNextTask);
    },

    /** Goes on with work that has begun, when its turn has come: at once when no other does. */
    resume(task: () => void): void {
      if (startedTasks.length === 0 && canRunTask()) {
        runTask(task);
        return;
      }
      startedTasks.push(task);
      setImmediate(runNextTask);
    },

    /** Settles when work that has begun may go on: to be asked before what takes more than a millisecond. */
    waitForSlice(): Promise<void> {
      return new Promise((resolve) => {
        startedTasks.push(resolve);
        setImmediate(runNextTask);
      });
    },

    /** Says that a connection has come in. */
    noteConnection(): void {
      hasNewConnection = true;
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;
