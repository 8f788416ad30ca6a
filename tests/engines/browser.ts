import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Builder, WebDriver } from 'selenium-webdriver';
import { browserArgs } from '../support/browser';
import { freePort } from '../support/free-port';
import { temporaryFolder } from '../support/temporary-folder';
import { waitForProgram } from '../support/wait-for-program';
import { startConsoleProxy } from './console-proxy';
import { MarionetteExecutor } from './marionette';
import type { EngineName } from './setup';

/** A browser under automation. It reaches no host but this machine. */
export interface Browser {
  driver: WebDriver;
  /** Errors and warnings of the pages, and failed requests, so far. */
  messages: string[];
  close: () => Promise<void>;
}

/** Starts an X server without a screen on a free display. */
async function startDisplay(program: string): Promise<{ display: string; stop: () => void }> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = () => {
    kill();
    process.off('exit', kill);
  };
  const output = child.stdio[3];
  if (!output) throw new Error('Xvfb has no output.');
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('Xvfb did not start.')));
  const [number] = await Promise.race([once(output, 'data'), failed]);
  return { display: `:${String(number).trim()}`, stop };
}

/** Firefox's settings: its port, and all requests through the proxy, even those to this machine. */
const firefoxPreferences = (port: number, proxy: URL) => ({
  'marionette.port': port,
  'network.proxy.type': 1,
  'network.proxy.allow_hijacking_localhost': true,
  ...Object.fromEntries(
    ['http', 'ssl'].flatMap((kind) => [
      [`network.proxy.${kind}`, proxy.hostname],
      [`network.proxy.${kind}_port`, Number(proxy.port)],
    ]),
  ),
});

/**
 * Starts an engine's browser under WebDriver.
 * @param paths the engine's programs, as `setup.ts` lists them
 */
export async function startBrowser(engine: EngineName, paths: string[]): Promise<Browser> {
  const [program = '', second = ''] = paths;
  // Not in memory: a profile is large.
  const home = temporaryFolder('disk');
  const messages: string[] = [];
  const [proxy, port] = await Promise.all([startConsoleProxy(messages), freePort()]);
  const display = engine === 'webkit' ? await startDisplay(second) : undefined;
  const env = {
    ...process.env,
    HOME: home.path,
    XDG_RUNTIME_DIR: home.path,
    ...(display && { DISPLAY: display.display }),
  };
  const start = (args: string[]): ChildProcess => spawn(program, args, { env, stdio: 'ignore' });
  let child: ChildProcess;
  let capabilities = {};
  if (engine === 'firefox') {
    const preferences = Object.entries(firefoxPreferences(port, new URL(proxy.url)))
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
      .join('\n');
    writeFileSync(join(home.path, 'user.js'), preferences);
    child = start(['--headless', '--marionette', '--no-remote', '--profile', home.path]);
  } else if (engine === 'webkit') {
    child = start([`--port=${port}`, '--host=127.0.0.1']);
    // In full screen, the page has the whole window, without a toolbar that sets a minimum width.
    const args = ['--automation', '--full-screen', `--proxy=${proxy.url}`];
    capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args } };
  } else {
    child = start([`--port=${port}`]);
    const proxyArgs = [`--proxy-server=${proxy.url}`, '--proxy-bypass-list=<-loopback>'];
    const options = { binary: second, args: [...browserArgs, '--headless', ...proxyArgs] };
    capabilities = { browserName: 'chrome', 'goog:chromeOptions': options };
  }
  const stop = await waitForProgram(child, { port, folder: home, signal: 'SIGKILL' });
  const driver =
    engine === 'firefox'
      ? WebDriver.createSession(new MarionetteExecutor(port), {})
      : await new Builder()
          .disableEnvironmentOverrides()
          .usingServer(`http://127.0.0.1:${port}`)
          .withCapabilities(capabilities)
          .build();
  await driver.getSession();
  return {
    driver,
    messages,
    close: async () => {
      // Firefox is the program itself; the drivers of the others would leave their browsers behind.
      if (engine !== 'firefox') await driver.quit();
      await stop();
      display?.stop();
      await proxy.close();
    },
  };
}

/**
 * Opens a page in WebKit without WebDriver, and reads the browser's console until it contains a
 * text. In automation, WebKit does not log its own messages, as those about unknown headers.
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
    home.remove();
  }
}
