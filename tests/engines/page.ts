import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type Element, enterKey, getElementId, WebDriverError } from './web-driver';

const timeoutMs = 15_000;
const pollMs = 50;

/** Where elements of each role are looked for. The browser decides whether they have the role. */
const selectors = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox]',
  dialog: 'dialog, [role=dialog]',
  /** A form field. Its role is not compared, because that of a password field differs. */
  field: 'input:not([type=hidden]), select, textarea',
  heading: 'h1, h2, h3, h4',
  image: 'img',
  link: 'a[href]',
  region: 'section, [role=region]',
  /** Opens and closes its section. No ARIA role corresponds to it. */
  summary: 'summary',
} as const;

const unchecked: (keyof typeof selectors)[] = ['field', 'summary'];

/** An element, by its role and its accessible name. */
export interface Target {
  role: keyof typeof selectors;
  name: string | RegExp;
}

export const button = (name: Target['name']): Target => ({ role: 'button', name });
export const checkbox = (name: Target['name']): Target => ({ role: 'checkbox', name });
export const dialog = (name: Target['name']): Target => ({ role: 'dialog', name });
export const field = (name: Target['name']): Target => ({ role: 'field', name });
export const heading = (name: Target['name']): Target => ({ role: 'heading', name });
export const image = (name: Target['name']): Target => ({ role: 'image', name });
export const link = (name: Target['name']): Target => ({ role: 'link', name });
export const region = (name: Target['name']): Target => ({ role: 'region', name });
export const summary = (name: Target['name']): Target => ({ role: 'summary', name });

/**
 * Runs in the page: finds visible elements that may have the given name. Asking the browser for the
 * name of each element of the page would take seconds.
 */
function findCandidates(selector: string, source: string, flags: string): Element[] {
  const name = new RegExp(source, flags);
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
  const mayBeNamed = (element: HTMLElement) => {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ');
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Node>) ?? [])] : [];
    const texts = [
      ...['aria-label', 'alt', 'title'].map((attribute) => element.getAttribute(attribute)),
      ids.map((id) => document.getElementById(id)?.textContent).join(' '),
      ...labels.map((label) => label.textContent),
      element.textContent,
    ];
    return texts.some((text) => text && name.test(tidy(text)));
  };
  const isShown = (element: HTMLElement) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    !element.closest('[aria-hidden=true], [inert]');
  // WebDriver sends DOM elements as references.
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => isShown(element) && mayBeNamed(element),
  ) as unknown as Element[];
}

/** Runs in the page: whether React has hydrated it. Before, buttons work as without JavaScript. */
function isHydrated(): boolean {
  const main = document.querySelector('main');
  return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
}

/**
 * Runs in the page: scrolls to an element that is outside of the window. WebKit's driver does not
 * always do that.
 */
function scrollIntoView(element: Element): void {
  const target = element as unknown as HTMLElement;
  const { top, bottom } = target.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) target.scrollIntoView({ block: 'center' });
}

/** Errors that pass when the page has come to rest: an element is still moving or was replaced. */
const passingErrors = [
  'element click intercepted',
  'element not interactable',
  'stale element reference',
  'no such element',
];

/** A page in a browser: the few things that a person does with it. */
export class Page {
  readonly browser: Browser;
  readonly #origin: string;

  constructor(browser: Browser, origin: string) {
    this.browser = browser;
    this.#origin = origin;
  }

  /** Runs a function in the page. */
  run<Parameters extends unknown[], Result>(
    script: (...parameters: Parameters) => Result,
    ...parameters: Parameters
  ): Promise<Result> {
    return this.browser.send('execute', {
      script: `return (${script}).apply(null, arguments)`,
      args: parameters,
    }) as Promise<Result>;
  }

  /** Repeats a function until its result is neither undefined nor false. */
  async waitUntil<Result>(
    what: string,
    read: () => Promise<Result | undefined | false>,
  ): Promise<Result> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      let lastError: unknown;
      try {
        const result = await read();
        if (result !== undefined && result !== false) return result;
      } catch (error) {
        if (!(error instanceof WebDriverError && passingErrors.includes(error.code))) throw error;
        lastError = error;
      }
      if (Date.now() > deadline) {
        const text = await this.readText();
        throw new Error(
          `Waited in vain for ${what}. ${lastError ?? ''}\nThe page says:\n${text.slice(0, 3000)}`,
        );
      }
      await pause(pollMs);
    }
  }

  /** Opens a page of the site, and waits until it works. */
  async open(path: string): Promise<void> {
    await this.browser.send('navigate', { url: this.#origin + path });
    await this.waitUntil('the page to hydrate', () => this.run(isHydrated));
  }

  /** Opens a page of the site, and returns while it still loads its code. */
  async leaveWhileLoading(path: string): Promise<void> {
    await this.browser.send('navigate', { url: this.#origin + path });
    await this.waitUntil('the page to load code', () =>
      this.run(() => performance.getEntriesByType('resource').length > 3),
    );
  }

  /** Waits until no part of the page shows that it is loading. */
  async waitUntilLoaded(): Promise<void> {
    await this.waitUntil('everything to load', async () => !/Loading/.test(await this.readText()));
  }

  async waitForPath(path: string): Promise<void> {
    await this.waitUntil(`the address ${path}`, async () => {
      const { pathname, search } = new URL(String(await this.browser.send('getUrl')));
      return pathname + search === path;
    });
  }

  /** Finds the visible elements whose role and name, as the browser computes them, are the target's. */
  async findAll({ role, name }: Target): Promise<Element[]> {
    const source = name instanceof RegExp ? name.source : escapeRegExp(name);
    const flags = name instanceof RegExp ? name.flags : '';
    const found: Element[] = [];
    // Null while a page is being replaced.
    const candidates = (await this.run(findCandidates, selectors[role], source, flags)) ?? [];
    for (const element of candidates) {
      const id = getElementId(element);
      const computed = String(await this.browser.send('getName', { id })).trim();
      const isNamed = name instanceof RegExp ? name.test(computed) : computed === name;
      if (!isNamed) continue;
      if (unchecked.includes(role) || (await this.browser.send('getRole', { id })) === role) {
        found.push(element);
      }
    }
    return found;
  }

  /** Waits for an element. @param index which one, if there are several */
  find(target: Target, index = 0): Promise<Element> {
    return this.waitUntil(describe(target), async () => (await this.findAll(target))[index]);
  }

  async waitUntilGone(target: Target): Promise<void> {
    await this.waitUntil(`${describe(target)} to disappear`, async () => {
      return (await this.findAll(target)).length === 0;
    });
  }

  async click(target: Target, index = 0): Promise<void> {
    await this.waitUntil(`a click on ${describe(target)}`, async () => {
      const element = (await this.findAll(target))[index];
      if (!element) return false;
      await this.run(scrollIntoView, element);
      await this.browser.send('click', { id: getElementId(element) });
      return true;
    });
  }

  /** Replaces the text of a field by typing. */
  async fill(label: Target['name'], text: string): Promise<void> {
    const id = getElementId(await this.find(field(label)));
    await this.browser.send('clear', { id });
    // WebKit rejects an empty text.
    if (text) await this.browser.send('type', { id, text });
  }

  async pressEnter(label: Target['name']): Promise<void> {
    const id = getElementId(await this.find(field(label)));
    await this.browser.send('type', { id, text: enterKey });
  }

  /** Selects an option of a select field. */
  async select(label: Target['name'], option: string): Promise<void> {
    const element = await this.find(field(label));
    const found = await this.run(
      (select: Element, text: string) => {
        const { options } = select as unknown as HTMLSelectElement;
        return [...options].find((candidate) => candidate.text === text) as unknown as Element;
      },
      element,
      option,
    );
    await this.browser.send('click', { id: getElementId(found) });
  }

  /** Chooses a file in the open dialog. */
  async upload(path: string): Promise<void> {
    const input = await this.run(
      () => document.querySelector('[role=dialog] input[type=file]') as unknown as Element,
    );
    await this.browser.send('type', { id: getElementId(input), text: path });
  }

  /** The visible text of the page, or of an element. */
  async readText(element?: Element): Promise<string> {
    return this.run((root: Element | null) => {
      const shown = (root ?? document.body) as unknown as HTMLElement;
      return shown.innerText.replace(/\s+/g, ' ').trim();
    }, element ?? null);
  }

  /** Waits until the page shows a text. */
  async waitForText(text: string): Promise<void> {
    await this.waitUntil(`the text “${text}”`, async () => (await this.readText()).includes(text));
  }

  /** Runs steps inside the frame of a dialog. */
  async inFrame(steps: () => Promise<void>): Promise<void> {
    const frame = await this.waitUntil('the frame', async () => {
      return (
        (await this.run(() => document.querySelector('iframe') as unknown as Element)) ?? false
      );
    });
    await this.browser.send('switchToFrame', { id: frame, element: getElementId(frame) });
    await this.waitUntil('the frame to hydrate', () => this.run(isHydrated));
    await steps();
    await this.browser.send('switchToFrame', { id: null });
  }
}

const describe = ({ role, name }: Target) => `${role} “${name}”`;
const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
