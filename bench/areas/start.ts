import { startServer } from '../../tests/support/server-process';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { type Area, type Findings, median } from '../measure';
import { settings } from '../site';

const runs = 5;

/** Starts and stops the server. @returns milliseconds until the first page is served */
async function measureStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startServer(settings(dataDir));
  try {
    const response = await fetch(server.url);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`The first page has status ${response.status}.`);
    return performance.now() - startedAt;
  } finally {
    await server.stop();
  }
}

async function run(progress: (line: string) => void): Promise<Findings> {
  const folder = temporaryFolder();
  try {
    const first = await measureStart(folder.path);
    const times: number[] = [];
    for (let round = 1; round <= runs; round++) {
      const time = await measureStart(folder.path);
      times.push(time);
      progress(`${round}/${runs}: ${Math.round(time)} ms`);
    }
    return {
      measures: [
        { name: 'start to first page', value: Math.round(median(times)), unit: 'ms', max: 500 },
        {
          name: 'start to first page with an empty data folder',
          value: Math.round(first),
          unit: 'ms',
        },
      ],
    };
  } finally {
    folder.remove();
  }
}

export default {
  title: `Time from the start of the process to its first page, median of ${runs} runs`,
  run,
} satisfies Area;
