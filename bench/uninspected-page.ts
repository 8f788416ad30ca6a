import type { Browser } from '@playwright/test';

interface Message {
  id?: number;
  result?: { result?: { value?: unknown } };
  error?: { message: string };
}

/** A page driven over the DevTools protocol without an enabled `Runtime` domain. */
interface UninspectedPage {
  /** Sends a DevTools command. @throws the browser's error message */
  send: (method: string, parameters?: object) => Promise<Message['result']>;
  close: () => Promise<void>;
}

/**
 * Opens a page in its own browser context without Playwright, which sends `Runtime.enable` to all
 * its pages. That makes V8 record where errors are created and parse React's bundle twice more: 70
 * ms on a slow phone that no visitor experiences.
 */
export async function openUninspectedPage(browser: Browser): Promise<UninspectedPage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  // Not flat: Playwright's session can only address the browser, and receives the page's messages
  // as events.
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const pending = new Map<number, (message: Message) => void>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const message = JSON.parse(event.message) as Message;
    if (message.id !== undefined) pending.get(message.id)?.(message);
  });
  let lastId = 0;

  return {
    async send(method, parameters = {}) {
      lastId += 1;
      const id = lastId;
      const reply = new Promise<Message>((resolve) => pending.set(id, resolve));
      const message = JSON.stringify({ id, method, params: parameters });
      await session.send('Target.sendMessageToTarget', { sessionId, message });
      const { result, error } = await reply;
      pending.delete(id);
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}
