import { type CDPSession, chromium, type ElementHandle } from '@playwright/test';
import { type Browser, elementKey, enterKey } from './web-driver';

/**
 * Runs in the page, which keeps the elements that it has sent. Replaces references in the arguments
 * by elements, and elements in the result by references.
 */
function callWithReferences(script: (...args: unknown[]) => unknown, text: string, key: string) {
  const holder = globalThis as typeof globalThis & { sentElements?: unknown[] };
  holder.sentElements ??= [];
  const { sentElements } = holder;
  const args = JSON.parse(text, (_, value) => (value?.[key] ? sentElements[value[key]] : value));
  return JSON.stringify(script(...args) ?? null, (_, value) => {
    if (!(value instanceof HTMLElement || value instanceof SVGElement)) return value;
    return { [key]: String(sentElements.push(value) - 1) };
  });
}

/** Reads an element's role and name from Chromium's accessibility tree. */
async function readAccessibility(devTools: CDPSession, element: string) {
  const { result } = await devTools.send('Runtime.evaluate', { expression: element });
  if (!result.objectId) throw new Error(`There is no ${element}.`);
  const { nodes } = await devTools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  const [node] = nodes;
  return {
    role: node?.ignored ? 'none' : String(node?.role?.value),
    name: String(node?.name?.value ?? ''),
  };
}

/** Clicks an element. A click on an option chooses it, as WebDriver says. */
async function clickOrChoose(handle: ElementHandle<HTMLElement>): Promise<unknown> {
  const isOption = await handle.evaluate((element) => element instanceof HTMLOptionElement);
  if (!isOption) return handle.click();
  const select = (await handle.evaluateHandle((option) => option.closest('select'))).asElement();
  return select?.selectOption(await handle.evaluate((option) => option.textContent));
}

/** Types a text. In a file field it is the path of a file, as WebDriver says. */
async function typeOrUpload(handle: ElementHandle<HTMLElement>, text: string): Promise<void> {
  const isFileField = await handle.evaluate((element) => element.matches('[type=file]'));
  if (isFileField) return handle.setInputFiles(text);
  return text === enterKey ? handle.press('Enter') : handle.type(text);
}

/** Starts Chromium. Translates the few commands that the transcripts need to Playwright. */
export async function startChromium(program: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: program,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage();
  const devTools = await page.context().newCDPSession(page);
  const messages: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(String(error)));

  const getHandle = async (expression: string) => {
    const handle = (await page.evaluateHandle<HTMLElement>(expression)).asElement();
    if (!handle) throw new Error(`There is no ${expression}.`);
    return handle;
  };
  return {
    send: async (command, parameters = {}) => {
      const { id, url, script, args, text, width, height } = parameters as {
        id: string;
        url: string;
        script: string;
        args: unknown[];
        text: string;
        width: number;
        height: number;
      };
      const element = `sentElements[${id}]`;
      switch (command) {
        case 'setWindowSize':
          return page.setViewportSize({ width, height });
        case 'navigate':
          return page.goto(url);
        case 'getUrl':
          return page.url();
        case 'execute': {
          const texts = [JSON.stringify(args), elementKey].map((value) => JSON.stringify(value));
          const call = `(${callWithReferences})(function () { ${script} }, ${texts.join()})`;
          return JSON.parse(await page.evaluate<string>(call));
        }
        case 'click':
          return clickOrChoose(await getHandle(element));
        case 'clear':
          return (await getHandle(element)).fill('');
        case 'type':
          return typeOrUpload(await getHandle(element), text);
        case 'getRole':
          return (await readAccessibility(devTools, element)).role;
        case 'getName':
          return (await readAccessibility(devTools, element)).name;
        default:
          throw new Error(`${command} is not needed in Chromium so far.`);
      }
    },
    messages,
    close: () => browser.close(),
  };
}
