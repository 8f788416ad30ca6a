import { useEffect, useRef, useState } from 'react';
import { request } from '../../../lib/network/http-client';
import { SegmentedControl } from '../../../ui/form/SegmentedControl';
import { type BlockValue, blockAnchors, getSchemas, type PageName } from '../contract';
import { getContentUrl } from '../queries';
import * as styles from './BlockPreview.module.css';

/** Debounce of the preview. */
const delayMs = 400;

interface BlockPreviewState {
  /** The page as it was last previewed; null until the first time. */
  html: string | null;
  /** Why the preview is outdated. */
  problem: 'invalid' | 'unavailable' | null;
}

/** Renders a page with the unsaved value of a block, a moment after each change. */
function useBlockPreview(page: PageName, block: string, value: BlockValue): BlockPreviewState {
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

const computerWidth = 1280;
const phoneWidth = 390;

/** Selectors of the elements that show a block. The other blocks are at the top of their page. */
const selectors: Readonly<Record<string, string>> = {
  ...blockAnchors,
  logos: '[aria-labelledby="band-title"]',
  footer: 'footer',
};

const problems = {
  invalid: 'The preview follows when every field is filled in correctly.',
  unavailable: 'The preview could not be loaded. Your changes are still in the form.',
};

/** Measures the width of an element, in CSS pixels. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** Takes the page's controls, which do nothing here, out of the form's tab order. */
function skipControls(page: Document): void {
  for (const control of page.querySelectorAll('a, button, input, select, textarea, summary')) {
    control.setAttribute('tabindex', '-1');
  }
}

/** Restores a frame's scroll position when its document is replaced. The first one is that of a block. */
function useFrameScroll(block: string) {
  const lastTop = useRef<number>(undefined);
  return (frame: HTMLIFrameElement) => {
    const view = frame.contentWindow;
    if (!view) return;
    skipControls(view.document);
    if (lastTop.current === undefined) {
      const element = view.document.querySelector(selectors[block] ?? 'body');
      const header = view.document.querySelector('header');
      const top = element?.getBoundingClientRect().top ?? 0;
      // Not `scrollIntoView`, which would scroll the form as well. The header covers the page's top.
      view.scrollTo(0, top - (header?.offsetHeight ?? 0));
    } else {
      view.scrollTo(0, lastTop.current);
    }
    lastTop.current = view.scrollY;
    view.addEventListener('scroll', () => {
      lastTop.current = view.scrollY;
    });
  };
}

interface Props {
  page: PageName;
  block: string;
  value: BlockValue;
}

/** The real page with the unsaved changes of a block, as a computer or a phone shows it. */
export function BlockPreview({ page, block, value }: Props) {
  const { html, problem } = useBlockPreview(page, block, value);
  const [pageWidth, setPageWidth] = useState(() => (innerWidth < 600 ? phoneWidth : computerWidth));
  const { element, width } = useWidth();
  const onLoad = useFrameScroll(block);
  const scale = Math.min(1, width / pageWidth);
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.view}>
        <div className={styles.head}>
          <p role="status">{problem ? problems[problem] : 'Preview'}</p>
          <SegmentedControl
            label="Show it as on a"
            options={[
              { value: computerWidth, label: 'Computer' },
              { value: phoneWidth, label: 'Phone' },
            ]}
            value={pageWidth}
            onChange={setPageWidth}
          />
        </div>
        <div ref={element} className={styles.frame}>
          {html !== null && width > 0 && (
            <iframe
              title="The page with your changes"
              // No script of the page runs; its fonts need the same origin.
              sandbox="allow-same-origin"
              srcDoc={html}
              style={{
                width: pageWidth,
                height: `${100 / scale}%`,
                transform: `scale(${scale})`,
                marginLeft: (width - pageWidth * scale) / 2,
              }}
              onLoad={(event) => onLoad(event.currentTarget)}
            />
          )}
        </div>
      </div>
    </section>
  );
}
