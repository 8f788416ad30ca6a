import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { type Area, type Findings, type Measure, median } from '../measure';
import { seed } from '../seed';
import { settings } from '../site';

const commandFile = fileURLToPath(new URL('../../dist/server/operate.server.js', import.meta.url));

const rounds = 3;

/** The sites that are measured: the second differs from the first in leads, the third in pictures. */
const sizes = [
  { leads: 10_000, pictures: 0 },
  { leads: 100_000, pictures: 0 },
  { leads: 10_000, pictures: 1_000 },
] as const;

/** As large as a phone's photo after the site has rendered it, and as incompressible. */
const pictureBytes = 256 * 1024;

/** The site that the times are extrapolated to. */
const largeSite = { leads: 1_000_000, pictures: (5 * 1024 ** 3) / pictureBytes } as const;

interface Cost {
  seconds: number;
  /** The most resident memory, in megabytes. */
  megabytes: number;
}

/** Runs one of the owner's commands until it ends. @throws when it fails */
async function runCommand(folder: string, ...args: string[]): Promise<Cost> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [commandFile, ...args], {
    env: { PATH: process.env.PATH, ...settings(folder), NODE_ENV: 'production' },
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    const file = `/proc/${child.pid}/status`;
    if (!existsSync(file)) return;
    const kilobytes = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
    // A process that has ended reports none.
    megabytes = Math.max(megabytes, kilobytes / 1024);
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - startedAt) / 1000, megabytes };
}

async function createSite({ leads, pictures }: (typeof sizes)[number]) {
  const folder = temporaryFolder('disk');
  await seed({ DATA_DIR: folder.path }, { talents: 10, leads });
  const pictureFolder = join(folder.path, 'pictures');
  mkdirSync(pictureFolder);
  for (let index = 0; index < pictures; index += 1) {
    writeFileSync(join(pictureFolder, `${index}.jpg`), randomBytes(pictureBytes));
  }
  return folder;
}

/** Backs a site up, verifies the backup, and restores it into an empty folder. */
async function measureCommands(site: string) {
  const target = temporaryFolder('disk');
  try {
    const file = join(target.path, 'site.backup');
    const backup = await runCommand(site, 'backup', file);
    const verify = await runCommand(site, 'backup', 'verify', file);
    const data = join(target.path, 'data');
    mkdirSync(data);
    const restore = await runCommand(data, 'restore', file);
    return { backup, verify, restore, fileBytes: statSync(file).size };
  } finally {
    target.remove();
  }
}

type Times = Awaited<ReturnType<typeof measureCommands>>[];

/** Extrapolates along the lines through the small site and the two larger ones. */
function extrapolate([small = 0, moreLeads = 0, morePictures = 0]: readonly number[]): number {
  const [from, withLeads, withPictures] = sizes;
  const perLead = (moreLeads - small) / (withLeads.leads - from.leads);
  const perPicture = (morePictures - small) / withPictures.pictures;
  return small + perLead * (largeSite.leads - from.leads) + perPicture * largeSite.pictures;
}

function summarize(timesBySize: readonly Times[]): Measure[] {
  const measures = (['backup', 'verify', 'restore'] as const).flatMap((name): Measure[] => {
    const seconds = timesBySize.map((times) => median(times.map((it) => it[name].seconds)));
    const megabytes = timesBySize.map((times) => median(times.map((it) => it[name].megabytes)));
    return [
      { name: `${name}, 100,000 leads`, value: seconds[1] ?? Number.NaN, unit: 's' },
      {
        name: `${name}, 10,000 leads and 250 MB of pictures`,
        value: seconds[2] ?? Number.NaN,
        unit: 's',
      },
      {
        name: `${name}, 1,000,000 leads and 5 GB, extrapolated`,
        value: extrapolate(seconds),
        unit: 's',
      },
      {
        name: `${name}, memory, largest relative to smallest`,
        value: Math.max(...megabytes) / (megabytes[0] ?? Number.NaN),
        unit: 'x',
        // It must not grow with the site, only by the buffers of a picture, and by garbage.
        max: 2,
      },
    ];
  });
  const fileSizes = timesBySize.map((times) => median(times.map(({ fileBytes }) => fileBytes)));
  const value = extrapolate(fileSizes) / 1024 ** 3;
  return [...measures, { name: 'the file, extrapolated', value, unit: 'GB' }];
}

async function run(progress: (line: string) => void): Promise<Findings> {
  const folders: Awaited<ReturnType<typeof createSite>>[] = [];
  try {
    for (const size of sizes) folders.push(await createSite(size));
    const timesBySize = sizes.map((): Times => []);
    for (let round = 1; round <= rounds; round += 1) {
      for (const [index, { path }] of folders.entries()) {
        const times = await measureCommands(path);
        timesBySize[index]?.push(times);
        const texts = (['backup', 'verify', 'restore'] as const).map((name) => {
          const { seconds, megabytes } = times[name];
          return `${name} ${seconds.toFixed(1)} s, ${Math.round(megabytes)} MB`;
        });
        progress(`${JSON.stringify(sizes[index])} ${round}/${rounds}: ${texts.join('; ')}`);
      }
    }
    return { measures: summarize(timesBySize) };
  } finally {
    for (const folder of folders) folder.remove();
  }
}

export default {
  title: 'Backup, verification and restore, extrapolated to 1,000,000 leads and 5 GB of pictures',
  run,
} satisfies Area;
