import type { PageData } from '../../src/app/page-component';

/** Parses the data that the page contains for hydration. */
export function parsePageData(body: string): PageData {
  const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body)?.[1];
  return JSON.parse(text ?? 'null');
}
