import { useEffect, useState } from 'react';
import { request } from '../../../lib/http-client';
import { type BlockValue, getSchemas, type PageName } from '../contract';
import { getContentUrl } from '../queries';

/** Debounce of the preview. */
const delayMs = 400;

interface BlockPreviewState {
  /** The page as it was last previewed; null until the first time. */
  html: string | null;
  /** Why the preview is outdated. */
  problem: 'invalid' | 'unavailable' | null;
}

/** Renders a page with the unsaved value of a block, a moment after each change. */
export function useBlockPreview(
  page: PageName,
  block: string,
  value: BlockValue,
): BlockPreviewState {
  const [state, setState] = useState<BlockPreviewState>({ html: null, problem: null });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const report = (problem: BlockPreviewState['problem']) =>
      setState(({ html }) => ({ html, problem }));
    async function load(): Promise<void> {
      if (!getSchemas(page)[block]?.safeParse(value).success) return report('invalid');
      try {
        const { html } = await request<{ html: string }>(`${getContentUrl(page)}/preview`, {
          method: 'POST',
          body: { [block]: value },
          signal,
        });
        if (!signal.aborted) setState({ html, problem: null });
      } catch {
        // The page as it was last previewed stays.
        if (!signal.aborted) report('unavailable');
      }
    }
    const timer = setTimeout(load, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [page, block, value]);
  return state;
}
