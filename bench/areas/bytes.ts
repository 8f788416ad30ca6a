import {
  budget,
  measuredViewport,
  measureResources,
  type ResourceKind,
  sumBytes,
} from '../../tests/support/page-weight';
import { measureReactBaseline } from '../../tests/support/react-baseline';
import { withBrowser } from '../browser';
import type { Area, Findings, Measure } from '../measure';
import { warm, withSite } from '../site';

/** Pages with a size budget; the sizes of the others are only reported. */
const bounded = ['/', '/talent'];
const paths = [...bounded, '/enquiry', '/nothing', '/admin/login'];

const kinds: readonly ResourceKind[] = ['HTML', 'JS', 'CSS', 'fonts', 'images', 'other'];

async function run(progress: (line: string) => void): Promise<Findings> {
  const react = await measureReactBaseline();
  return withSite(({ url }) =>
    withBrowser(async (browser) => {
      const measures: Measure[] = [
        { name: 'React and ReactDOM alone', value: react / 1000, unit: 'kB' },
      ];
      for (const path of paths) {
        progress(path);
        const isBounded = bounded.includes(path);
        if (isBounded) await warm(url + path);
        const context = await browser.newContext({ viewport: measuredViewport });
        const files = await measureResources(await context.newPage(), url + path);
        await context.close();
        for (const kind of kinds) {
          const count = files.filter((file) => file.kind === kind).length;
          if (count === 0) continue;
          const max =
            kind === 'HTML' || kind === 'CSS' || kind === 'fonts' ? budget[kind] : undefined;
          measures.push({
            name: `${path} ${kind}${count > 1 ? ` (${count} files)` : ''}`,
            value: sumBytes(files, kind) / 1000,
            unit: 'kB',
            ...(isBounded && max !== undefined && { max: max / 1000 }),
          });
        }
        if (!isBounded) continue;
        measures.push(
          {
            name: `${path} JS relative to React alone`,
            value: sumBytes(files, 'JS') / react,
            max: budget.reactRatio,
          },
          {
            name: `${path} requests`,
            value: files.length,
            max: budget.requests,
          },
          {
            name: `${path} requests to other origins`,
            value: files.filter((file) => new URL(file.url).origin !== url).length,
            max: 0,
          },
        );
      }
      return { measures };
    }),
  );
}

export default {
  title: 'Transferred bytes of each page before any interaction',
  run,
} satisfies Area;
