import { startServer } from '../../tests/server-process';
import { temporaryFolder } from '../../tests/temporary-folder';
import { type Area, type Findings, median } from '../measure';
import { settings } from '../site';

const runs = 5;

/** Starts the server on a database that is ready, and ends it. @returns milliseconds to the first page */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now();
  const server = await startServer(settings(dataDir));
  try {
    const response = await fetch(server.url);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`The first page came with ${response.status}.`);
    return performance.now() - began;
  } finally {
    await server.stop();
  }
}

async function run(progress: (line: string) => void): Promise<Findings> {
  const folder = temporaryFolder();
  try {
    const first = await startOnce(folder.path);
    const times: number[] = [];
    for (let turn = 1; turn <= runs; turn++) {
      const time = await startOnce(folder.path);
      times.push(time);
      progress(`${turn}/${runs}: ${Math.round(time)} ms`);
    }
    return {
      measures: [
        { name: 'process to first page', value: Math.round(median(times)), unit: 'ms', max: 500 },
        { name: 'the same on an empty folder', value: Math.round(first), unit: 'ms' },
      ],
    };
  } finally {
    folder.remove();
  }
}

export default {
  title: `From the process’s start to its first page, median of ${runs} runs`,
  run,
} satisfies Area;
