import { readFileSync } from 'node:fs';
import type { WebElement } from 'selenium-webdriver';
import type { Page, Sent, Target } from './page';

/** A line of an outline: a text, or an element whose role and name the browser computes. */
interface Line {
  depth: number;
  /** Text of an element that is read in place of a name. */
  text: string;
  element: Element | null;
  /** The role, where the engines have different names for it. */
  role: string | null;
  states: string[];
}

/**
 * Runs in the page: reads what assistive technology finds in an element, in its order.
 * @param isOverview reads only landmarks and headings
 */
function readLines(root: Element, isOverview: boolean): Line[] {
  const landmarks =
    'header, nav, main, aside, footer, section[aria-label], section[aria-labelledby]';
  const leaves = isOverview
    ? 'h1, h2'
    : 'a[href], button, input, select, textarea, summary, h1, h2, h3, h4, [role=img], img';
  const containers = isOverview
    ? landmarks
    : `${landmarks}, ul, ol, li, fieldset, article, [role=dialog], [role=alertdialog], [role=status], [role=alert]`;
  const fixedRoles = {
    select: 'combobox',
    summary: 'disclosure button',
    'input[type=password]': 'password field',
    'input[type=file]': 'file field',
    'input[type=datetime-local]': 'date and time field',
  };
  const lines: Line[] = [];
  const tidy = (text: string) => text.replace(/\s+/g, ' ').replaceAll(' ,', ',').trim();
  const readTexts = (ids: string | null) =>
    (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');

  function readStates(element: HTMLElement | SVGElement): string[] {
    const states: string[] = [];
    const aria = (name: string) => element.getAttribute(`aria-${name}`);
    if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
      states.push(element.checked ? 'checked' : 'not checked');
    } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      if (element.value && element.type !== 'file') states.push(`value “${tidy(element.value)}”`);
    } else if (element instanceof HTMLSelectElement) {
      states.push(`value “${element.selectedOptions[0]?.text ?? ''}”`);
    }
    if (element.matches(':required, [aria-required=true]')) states.push('required');
    if (element.matches(':disabled, [aria-disabled=true]')) states.push('disabled');
    if (aria('invalid') === 'true') states.push('invalid');
    if (aria('pressed') === 'true') states.push('pressed');
    if (aria('expanded')) states.push(aria('expanded') === 'true' ? 'expanded' : 'collapsed');
    if (element.matches('summary')) {
      states.push(element.closest('details')?.open ? 'expanded' : 'collapsed');
    }
    if (aria('current')) states.push(`current ${aria('current')}`);
    const description = tidy(readTexts(aria('describedby')).join(' '));
    if (description) states.push(`description “${description}”`);
    if (element === document.activeElement) states.push('focused');
    return states;
  }

  function read(node: Node, depth: number): void {
    if (node instanceof Text) {
      const text = tidy(node.data);
      if (text && !isOverview) lines.push({ depth, text, element: null, role: null, states: [] });
      return;
    }
    if (!(node instanceof HTMLElement || node instanceof SVGElement)) return;
    if (!node.checkVisibility({ visibilityProperty: true })) return;
    if (node.closest('[aria-hidden=true], [inert]')) return;
    // Labels and legends are part of the names.
    if (node.matches('label, legend')) {
      for (const control of node.querySelectorAll('input')) read(control, depth);
      return;
    }
    const isNested = node.querySelector(`${leaves}, ${containers}`) !== null;
    const isLeaf = node.matches(leaves);
    const text = isLeaf || isNested ? '' : tidy(node instanceof HTMLElement ? node.innerText : '');
    if (isLeaf || node.matches(containers)) {
      const fixed = Object.entries(fixedRoles).find(([selector]) => node.matches(selector));
      const states = isOverview ? [] : readStates(node);
      lines.push({
        depth,
        text: isOverview && !isLeaf ? '' : text,
        element: node,
        role: fixed?.[1] ?? null,
        states,
      });
    } else if (text && !isOverview)
      lines.push({ depth, text, element: null, role: null, states: [] });
    if (isLeaf || !isNested) return;
    const childDepth = node.matches(containers) ? depth + 1 : depth;
    for (const child of node.childNodes) read(child, childDepth);
  }

  read(root, 0);
  return lines;
}

/** Runs in the page: records what live regions announce from now on. */
function recordAnnouncements(): void {
  const holder = window as typeof window & { announcements?: string[] };
  const announcements: string[] = [];
  holder.announcements = announcements;
  const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const texts = new Map<Element, string>();
  const update = (region: Element, isNew: boolean) => {
    const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim();
    const isAssertive = region.matches('[role=alert], [aria-live=assertive]');
    // A polite region that appears with its text is not announced, only later changes are.
    const isAnnounced = text && text !== texts.get(region) && (!isNew || isAssertive);
    if (isAnnounced) announcements.push(`${isAssertive ? 'alert' : 'status'}: ${text}`);
    texts.set(region, text);
  };
  for (const region of document.querySelectorAll(live)) texts.set(region, region.textContent ?? '');
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const parent = target instanceof Element ? target : target.parentElement;
      const region = parent?.closest(live);
      if (region?.isConnected) update(region, !texts.has(region));
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        const added = [node, ...node.querySelectorAll('*')].filter((one) => one.matches(live));
        for (const one of added) if (!texts.has(one)) update(one, true);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page: returns the announcements since the last call. */
function takeAnnouncements(): string[] {
  const holder = window as typeof window & { announcements?: string[] };
  return holder.announcements?.splice(0) ?? [];
}

/**
 * Reads an expected transcript.
 * @param file a Markdown file of the repository
 * @param title the heading above the transcript
 */
export function readExpected(file: string, title: string): string {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const section = text.split(`## ${title}\n`)[1] ?? '';
  return section.split('```')[1]?.replace(/^text/, '').trim() ?? '';
}

/** Writes down what a screen reader user meets on a page: what is announced, and what is there. */
export class Transcript {
  readonly #page: Page;
  readonly #lines: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Starts a transcript of the open page. */
  static async start(page: Page): Promise<Transcript> {
    await page.run(recordAnnouncements);
    return new Transcript(page);
  }

  /**
   * Opens a page and writes that down.
   * @param target an element that the page shows when it has loaded
   */
  async open(path: string, target: Target): Promise<void> {
    await this.#page.open(path);
    await this.#page.find(target);
    await this.#page.run(recordAnnouncements);
    this.#lines.push('', `> Open ${path}.`);
  }

  async #describe({ depth, text, element, role: fixedRole, states }: Sent<Line>): Promise<string> {
    const indent = '  '.repeat(depth + 1);
    if (!element) return `${indent}“${text}”`;
    const role = fixedRole ?? (await element.getAriaRole());
    // WebKit names an article after its heading, and Firefox a list item after its content.
    const isUnnamed = role === 'article' || role === 'listitem';
    const name = text || (isUnnamed ? '' : (await element.getAccessibleName()).trim());
    return indent + [name ? `${role} “${name}”` : role, ...states].join(', ');
  }

  /**
   * Writes down an action and what is announced after it.
   * @param last which announcement to wait for: the text of the last one, or how many there are
   */
  async act(what: string, last: RegExp | number, steps: () => Promise<void>): Promise<void> {
    await steps();
    this.#lines.push('', `> ${what}`);
    const announcements: string[] = [];
    await this.#page.waitUntil(`the announcement ${last}`, async () => {
      announcements.push(...(await this.#page.run(takeAnnouncements)));
      return typeof last === 'number'
        ? announcements.length >= last
        : announcements.some((text) => last.test(text));
    });
    for (const text of announcements) this.#lines.push(`  ${text}`);
  }

  /** Writes down everything in an element. */
  async outline(target: Target | string): Promise<void> {
    const root =
      typeof target === 'string'
        ? await this.#page.run((selector) => document.querySelector(selector), target)
        : await this.#page.find(target);
    if (root) await this.#write(root, false);
  }

  /** Writes down the landmarks and the headings of the page. */
  async overview(): Promise<void> {
    const body = await this.#page.run(() => document.body);
    await this.#write(body, true);
  }

  async #write(root: WebElement, isOverview: boolean): Promise<void> {
    for (const line of await this.#page.run(readLines, root, isOverview)) {
      this.#lines.push(await this.#describe(line));
    }
  }

  /** Writes down the element that has the focus. */
  async focus(): Promise<void> {
    const focused = await this.#page.run(() => document.activeElement ?? document.body);
    const [line] = await this.#page.run(readLines, focused, false);
    if (line) this.#lines.push(await this.#describe(line));
  }

  toString(): string {
    return this.#lines.join('\n').trim();
  }
}
