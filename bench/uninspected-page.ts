import type { Browser } from '@playwright/test';

interface Message {
  id?: number;
  result?: { result?: { value?: unknown } };
  error?: { message: string };
}

/** A page that is driven without being inspected. */
interface UninspectedPage {
  /** Sends a command of the DevTools protocol. @throws what the browser answers when it can't */
  send: (method: string, parameters?: object) => Promise<Message['result']>;
  close: () => Promise<void>;
}

/**
 * Opens a page in a context of its own, past Playwright, which inspects each of its own (`Runtime.enable`).
 * With that, V8 notes where errors are made, and to know it reads React's bundle twice more: seventy
 * milliseconds on a slow phone that no visitor waits for.
 */
export async function uninspectedPage(browser: Browser): Promise<UninspectedPage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  // Not flat: Playwright's session speaks to the browser alone, and takes the page's messages as events.
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (message: Message) => void>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const message = JSON.parse(event.message) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let sent = 0;

  return {
    async send(method, parameters = {}) {
      sent += 1;
      const id = sent;
      const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
      const message = JSON.stringify({ id, method, params: parameters });
      await session.send('Target.sendMessageToTarget', { sessionId, message });
      const { result, error } = await answer;
      waiting.delete(id);
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}
