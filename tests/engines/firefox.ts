import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '../support/temporary-folder';
import { type Browser, type Command, commands, WebDriverError } from './web-driver';

const startTimeoutMs = 20_000;

/** A message of Marionette: type, id, error, result. */
type Reply = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];

/**
 * A client of Marionette, the protocol that geckodriver translates WebDriver to. Debian has no
 * geckodriver. A message is its length in bytes, a colon and JSON.
 */
class Marionette {
  readonly #socket: Socket;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      for (let message = this.#shiftMessage(); message; message = this.#shiftMessage()) {
        const parsed: unknown = JSON.parse(message);
        // The first message is a greeting, not a reply.
        if (!Array.isArray(parsed)) continue;
        const reply = parsed as Reply;
        this.#pending.get(reply[1])?.(reply);
        this.#pending.delete(reply[1]);
      }
    });
  }

  #shiftMessage(): string | undefined {
    const colon = this.#received.indexOf(':');
    if (colon < 0) return undefined;
    const end = colon + 1 + Number(this.#received.toString('latin1', 0, colon));
    if (this.#received.length < end) return undefined;
    const message = this.#received.toString('utf8', colon + 1, end);
    this.#received = this.#received.subarray(end);
    return message;
  }

  async send(name: string, parameters: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const text = JSON.stringify([0, id, name, parameters]);
    const reply = new Promise<Reply>((resolve) => {
      this.#pending.set(id, resolve);
    });
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await reply;
    if (error) throw new WebDriverError(name, error.error, error.message);
    return result;
  }
}

/** Subscribes to the log and to failed responses by WebDriver BiDi. */
async function collectMessages(url: string, messages: string[]): Promise<void> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.addEventListener('message', ({ data }) => {
    const { method, params } = JSON.parse(String(data));
    if (method === 'log.entryAdded' && ['error', 'warn'].includes(params.level)) {
      const { url = '', lineNumber = '' } = params.stackTrace?.callFrames[0] ?? {};
      messages.push(`${params.type} ${params.level}: ${params.text} (${url}:${lineNumber})`);
    }
    if (method === 'network.responseCompleted' && params.response.status >= 400) {
      messages.push(`status ${params.response.status}: ${params.response.url}`);
    }
  });
  const subscribed = once(socket, 'message');
  const params = { events: ['log.entryAdded', 'network.responseCompleted'] };
  socket.send(JSON.stringify({ id: 1, method: 'session.subscribe', params }));
  await subscribed;
}

/** Starts Firefox without a display, with a profile of its own. */
export async function startFirefox(program: string): Promise<Browser> {
  // Not in memory: the profile is large.
  const profile = temporaryFolder('disk');
  const preferences = {
    // Any free port, which Firefox writes to its profile.
    'marionette.port': 0,
    // No host but this machine is reached.
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': 9,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': 9,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile.path, 'user.js'), lines.join('\n'));
  const child = spawn(
    program,
    [
      '--headless',
      '--marionette',
      '--remote-debugging-port=0',
      '--no-remote',
      '--profile',
      profile.path,
    ],
    { env: { ...process.env, HOME: profile.path }, stdio: 'ignore' },
  );
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const close = async () => {
    killNow();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    process.off('exit', killNow);
    profile.remove();
  };
  const portFile = join(profile.path, 'MarionetteActivePort');
  const deadline = Date.now() + startTimeoutMs;
  while (!existsSync(portFile) || !readFileSync(portFile, 'utf8')) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await close();
      throw new Error('Firefox did not start.');
    }
    await pause(50);
  }
  const socket = connect(Number(readFileSync(portFile, 'utf8')), '127.0.0.1');
  await once(socket, 'connect');
  // Firefox resets the connection when it is killed.
  socket.on('error', () => {});
  const marionette = new Marionette(socket);
  const session = await marionette.send('WebDriver:NewSession', { webSocketUrl: true });
  const { capabilities } = session as { capabilities: { webSocketUrl: string } };
  const messages: string[] = [];
  await collectMessages(capabilities.webSocketUrl, messages);
  return {
    send: async (command: Command, parameters = {}) => {
      const result = await marionette.send(commands[command].marionette, parameters);
      return result && typeof result === 'object' && 'value' in result ? result.value : result;
    },
    messages,
    close,
  };
}
