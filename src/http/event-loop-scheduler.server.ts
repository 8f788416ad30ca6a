import { performance } from 'node:perf_hooks';

const limits = {
  /** Work per turn of the event loop. The task that exceeds it is the turn's last. */
  maxSliceMs: 10,
  /** The maximum time for which work pauses while new connections arrive. */
  maxPauseMs: 50,
} as const;

/**
 * Runs expensive work in slices of at most 10 ms per turn of the event loop, so that an overloaded
 * server still accepts connections and serves cached responses. Node accepts one connection per
 * turn, so work also pauses while connections arrive, which makes those turns short.
 */
export function createScheduler() {
  const newTasks: (() => void)[] = [];
  /** Runs first: started requests finish before others start. */
  const startedTasks: (() => void)[] = [];
  let hasNewConnection = false;
  let lastTaskEndedAt = 0;
  /** The end of this turn's slice; undefined until the turn's first task. */
  let sliceEndsAt: number | undefined;

  function canRunTask(): boolean {
    const now = performance.now();
    if (sliceEndsAt === undefined) {
      const isAccepting = hasNewConnection && now < lastTaskEndedAt + limits.maxPauseMs;
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

  // One immediate per task: promises settle in between, so a task's time includes what it resolves.
  function runNextTask(): void {
    if (!canRunTask()) {
      setImmediate(runNextTask);
      return;
    }
    const task = startedTasks.shift() ?? newTasks.shift();
    if (task) runTask(task);
  }

  function enqueue(queue: (() => void)[], task: () => void): void {
    queue.push(task);
    setImmediate(runNextTask);
  }

  return {
    /** Number of tasks that have not started. */
    get queuedCount(): number {
      return newTasks.length;
    },

    /**
     * Starts a request's work, immediately if nothing is queued. (If it always waited for the end
     * of the turn, each request's objects would survive a garbage collection: twice the time for
     * short requests.)
     */
    schedule(task: () => void): void {
      if (newTasks.length + startedTasks.length === 0 && canRunTask()) runTask(task);
      else enqueue(newTasks, task);
    },

    /** Continues started work, immediately if no other started work is queued. */
    resume(task: () => void): void {
      if (startedTasks.length === 0 && canRunTask()) runTask(task);
      else enqueue(startedTasks, task);
    },

    /** Resolves when started work may continue. Await it before work of more than a millisecond. */
    waitForSlice: (): Promise<void> => new Promise((resolve) => enqueue(startedTasks, resolve)),

    noteConnection(): void {
      hasNewConnection = true;
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;
