import { connect, type Socket } from 'node:net';
import { Session } from 'selenium-webdriver';
import type { Command } from 'selenium-webdriver/lib/command.js';
import { throwDecodedError } from 'selenium-webdriver/lib/error.js';

/** The commands that the tests use, by Selenium's names. */
const commands: Record<string, string> = {
  newSession: 'WebDriver:NewSession',
  setWindowRect: 'WebDriver:SetWindowRect',
  get: 'WebDriver:Navigate',
  getCurrentUrl: 'WebDriver:GetCurrentURL',
  executeScript: 'WebDriver:ExecuteScript',
  clickElement: 'WebDriver:ElementClick',
  clearElement: 'WebDriver:ElementClear',
  sendKeysToElement: 'WebDriver:ElementSendKeys',
  getAriaRole: 'WebDriver:GetComputedRole',
  getAccessibleName: 'WebDriver:GetComputedLabel',
  actions: 'WebDriver:PerformActions',
};

/** The key of an element's reference in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

interface Failure {
  error: string;
  message: string;
}

type Reply = [type: 1, id: number, failure: Failure | null, result: { value?: unknown } | null];

/**
 * Carries out Selenium's commands in Firefox by Marionette, to which geckodriver translates them.
 * Neither Debian nor npm contains geckodriver, and WebDriver BiDi has no command for the role and
 * the name that the browser computes. A message is its length in bytes, a colon and JSON.
 */
export class MarionetteExecutor {
  readonly #socket: Socket;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    // Firefox resets the connection when it is stopped.
    this.#socket.on('error', () => {});
    this.#socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      for (let text = this.#shiftMessage(); text; text = this.#shiftMessage()) {
        const message: unknown = JSON.parse(text);
        // The first message is a greeting, not a reply.
        if (!Array.isArray(message)) continue;
        const reply = message as Reply;
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

  async execute(command: Command): Promise<unknown> {
    const { id, sessionId: _, ...others } = command.getParameters() as Record<string, unknown>;
    const element = (id as Record<string, string> | undefined)?.[elementKey];
    const parameters = command.getName() === 'newSession' ? {} : { ...others, id: element };
    this.#lastId += 1;
    const text = JSON.stringify([0, this.#lastId, commands[command.getName()], parameters]);
    const replied = new Promise<Reply>((resolve) => this.#pending.set(this.#lastId, resolve));
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , failure, result] = await replied;
    if (failure) throwDecodedError(failure);
    if (command.getName() === 'newSession') return new Session('firefox', {});
    return result && 'value' in result ? result.value : result;
  }
}
