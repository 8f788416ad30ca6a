import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-port';
import { temporaryFolder } from '../support/temporary-folder';
import { startConsoleProxy } from './console-proxy';
import { type Browser, commands, WebDriverError } from './web-driver';

const startTimeoutMs = 20_000;

/** Starts an X server without a screen on a free display. @returns the display's name */
async function startDisplay(program: string): Promise<{ display: string; stop: () => void }> {
  const child = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const output = child.stdio[3];
  if (!output) throw new Error('Xvfb has no output.');
  const [number] = await Promise.race([
    once(output, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('Xvfb did not start.'))),
  ]);
  return { display: `:${String(number).trim()}`, stop };
}

/**
 * Opens a page without WebDriver, and reads the browser's console until it contains a text. In
 * automation, WebKit does not log its own messages, as those about unknown headers.
 * @param xvfb the path of the X server's program
 */
export async function readConsole(xvfb: string, url: string, lastText: string): Promise<string> {
  const home = temporaryFolder();
  const { display, stop } = await startDisplay(xvfb);
  const libraries = readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/webkit2gtk-4.1`);
  const folder = libraries.find((path) => existsSync(join(path, 'MiniBrowser')));
  if (!folder) throw new Error('There is no MiniBrowser.');
  const browser = spawn(
    join(folder, 'MiniBrowser'),
    ['--enable-write-console-messages-to-stdout=true', url],
    {
      env: { ...process.env, HOME: home.path, XDG_RUNTIME_DIR: home.path, DISPLAY: display },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  try {
    for await (const chunk of browser.stderr) {
      output += chunk;
      if (output.includes(lastText)) break;
    }
    return output;
  } finally {
    browser.kill('SIGKILL');
    stop();
    process.off('exit', stop);
    home.remove();
  }
}

/** Starts WebKitGTK's MiniBrowser under its WebDriver. */
export async function startWebKit(programs: { driver: string; xvfb: string }): Promise<Browser> {
  const home = temporaryFolder();
  const messages: string[] = [];
  const [{ display, stop: stopDisplay }, proxy, port] = await Promise.all([
    startDisplay(programs.xvfb),
    startConsoleProxy(messages),
    freePort(),
  ]);
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, HOME: home.path, XDG_RUNTIME_DIR: home.path, DISPLAY: display },
    stdio: 'ignore',
  });
  const killDriver = () => driver.kill('SIGKILL');
  process.once('exit', killDriver);

  const request = async (command: string, body?: object): Promise<unknown> => {
    const [method = '', path = ''] = command.split(' ');
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new WebDriverError(command, error, message);
  };
  const deadline = Date.now() + startTimeoutMs;
  while (!(await request('GET /status').catch(() => false))) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start.');
    await pause(50);
  }
  // In full screen, the page has the whole window, without a toolbar that sets a minimum width.
  const args = ['--automation', '--full-screen', `--proxy=${proxy.url}`];
  const { sessionId } = (await request('POST /session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args } } },
  })) as { sessionId: string };
  return {
    send: (command, { id = '', ...parameters } = {}) => {
      const [method, path] = commands[command].http.split(' ');
      const isForElement = path?.includes('{id}');
      return request(
        `${method} /session/${sessionId}${path?.replace('{id}', String(id))}`,
        isForElement ? parameters : { ...(id !== '' && { id }), ...parameters },
      );
    },
    messages,
    close: async () => {
      await request(`DELETE /session/${sessionId}`);
      killDriver();
      stopDisplay();
      process.off('exit', killDriver).off('exit', stopDisplay);
      await proxy.close();
      home.remove();
    },
  };
}
