import { setTimeout as pause } from 'node:timers/promises';
import { error, Key, type WebElement } from 'selenium-webdriver';
import { waitLimitMs } from '../support/time-limits';
import type { Browser } from './browser';

const pollMs = 50;

/** Where elements of each role are looked for. The browser decides whether they have the role. */
const selectors = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox]',
  dialog: 'dialog, [role=dialog]',
  /** A form field. Its role is not compared, because that of a password field differs. */
  field: 'input:not([type=hidden]), select, textarea',
  heading: 'h1, h2, h3, h4',
  region: 'section, [role=region]',
} as const;

type Role = keyof typeof selectors;

/** An element, by its role and its accessible name. */
export interface Target {
  role: Role;
  name: string | RegExp;
}

const createTarget = (role: Role) => (name: Target['name']) => ({ role, name });

export const button = createTarget('button');
export const checkbox = createTarget('checkbox');
export const dialog = createTarget('dialog');
export const field = createTarget('field');
export const heading = createTarget('heading');
export const region = createTarget('region');

/** A value of the page as WebDriver sends it: elements are references. */
export type Sent<Value> = Value extends Node
  ? WebElement
  : Value extends object
    ? { [Key in keyof Value]: Sent<Value[Key]> }
    : Value;

/**
 * Runs in the page: finds visible elements that may have the given name. Asking the browser for the
 * name of each element of the page would take seconds.
 */
function findCandidates(selector: string, source: string, flags: string): HTMLElement[] {
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
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => isShown(element) && mayBeNamed(element),
  );
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
function scrollIntoView(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center' });
}

/** Errors that pass when the page has come to rest: an element is still moving or was replaced. */
const passingErrors = [
  error.ElementClickInterceptedError,
  error.ElementNotInteractableError,
  error.NoSuchElementError,
  error.StaleElementReferenceError,
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
    ...parameters: Sent<Parameters>
  ): Promise<Sent<Result>> {
    return this.browser.driver.executeScript(script, ...parameters);
  }

  /** Repeats a function until its result is neither null, undefined nor false. */
  async waitUntil<Result>(
    what: string,
    read: () => Promise<Result | null | undefined | false>,
  ): Promise<Result> {
    const deadline = Date.now() + waitLimitMs;
    for (;;) {
      let lastError: unknown;
      try {
        const result = await read();
        if (result !== null && result !== undefined && result !== false) return result;
      } catch (failure) {
        if (!passingErrors.some((passing) => failure instanceof passing)) throw failure;
        lastError = failure;
      }
      if (Date.now() > deadline) {
        const text = (await this.readText()).slice(0, 3000);
        throw new Error(`Waited in vain for ${what}. ${lastError ?? ''}\nThe page says:\n${text}`);
      }
      await pause(pollMs);
    }
  }

  /** Opens a page of the site, and waits until it works. */
  async open(path: string): Promise<void> {
    await this.browser.driver.get(this.#origin + path);
    await this.waitUntil('the page to hydrate', () => this.run(isHydrated));
  }

  /** Opens a page of the site, and returns while it still loads its code. */
  async leaveWhileLoading(path: string): Promise<void> {
    await this.browser.driver.get(this.#origin + path);
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
      const { pathname, search } = new URL(await this.browser.driver.getCurrentUrl());
      return pathname + search === path;
    });
  }

  /** Finds the visible elements whose role and name, as the browser computes them, are the target's. */
  async findAll({ role, name }: Target): Promise<WebElement[]> {
    const source = name instanceof RegExp ? name.source : escapeRegExp(name);
    const flags = name instanceof RegExp ? name.flags : '';
    const found: WebElement[] = [];
    // Null while a page is being replaced.
    const candidates = (await this.run(findCandidates, selectors[role], source, flags)) ?? [];
    for (const element of candidates) {
      const computed = (await element.getAccessibleName()).trim();
      const isNamed = name instanceof RegExp ? name.test(computed) : computed === name;
      if (isNamed && (role === 'field' || (await element.getAriaRole()) === role)) {
        found.push(element);
      }
    }
    return found;
  }

  /** Waits for an element. @param index which one, if there are several */
  find(target: Target, index = 0): Promise<WebElement> {
    return this.waitUntil(describe(target), async () => (await this.findAll(target))[index]);
  }

  /**
   * Waits until an element has the focus, which moves a moment after what is shown.
   * @param target a CSS selector, or the element's role and name
   */
  async waitForFocus(target: Target | string): Promise<void> {
    const isString = typeof target === 'string';
    await this.waitUntil(`the focus on ${isString ? target : describe(target)}`, async () => {
      if (isString) return this.run((css) => document.activeElement?.matches(css), target);
      const [element] = await this.findAll(target);
      return element && this.run((found: Element) => found === document.activeElement, element);
    });
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
      await element.click();
      return true;
    });
  }

  /** Replaces the text of a field by typing. */
  async fill(label: Target['name'], text: string): Promise<void> {
    const input = await this.find(field(label));
    // Typed over, because React does not notice a field that the driver clears.
    await this.run((element: HTMLElement) => (element as HTMLInputElement).select(), input);
    await input.sendKeys(text || Key.BACK_SPACE);
  }

  async pressEnter(label: Target['name']): Promise<void> {
    await (await this.find(field(label))).sendKeys(Key.ENTER);
  }

  /** Selects an option of a select field. */
  async select(label: Target['name'], option: string): Promise<void> {
    const findOption = (list: HTMLElement, text: string) =>
      [...(list as HTMLSelectElement).options].find((candidate) => candidate.text === text) ?? null;
    const found = await this.run(findOption, await this.find(field(label)), option);
    await found?.click();
  }

  /** Chooses a file in the open dialog. */
  async upload(path: string): Promise<void> {
    const selector = '[role=dialog] input[type=file]';
    const input = await this.run((css) => document.querySelector(css), selector);
    await input?.sendKeys(path);
  }

  /** The visible text of the page. */
  readText(): Promise<string> {
    return this.run(() => document.body.innerText.replace(/\s+/g, ' ').trim());
  }

  /** Waits until the page shows a text. */
  async waitForText(text: string): Promise<void> {
    await this.waitUntil(`the text “${text}”`, async () => (await this.readText()).includes(text));
  }
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const describe = ({ role, name }: Target) => `${role} “${name}”`;
