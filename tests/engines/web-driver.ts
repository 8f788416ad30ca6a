/**
 * The commands of the W3C WebDriver standard that the tests use: method and path over HTTP, and the
 * name in Firefox's own protocol, Marionette.
 */
export const commands = {
  setWindowSize: { http: 'POST /window/rect', marionette: 'WebDriver:SetWindowRect' },
  navigate: { http: 'POST /url', marionette: 'WebDriver:Navigate' },
  getUrl: { http: 'GET /url', marionette: 'WebDriver:GetCurrentURL' },
  execute: { http: 'POST /execute/sync', marionette: 'WebDriver:ExecuteScript' },
  switchToFrame: { http: 'POST /frame', marionette: 'WebDriver:SwitchToFrame' },
  click: { http: 'POST /element/{id}/click', marionette: 'WebDriver:ElementClick' },
  clear: { http: 'POST /element/{id}/clear', marionette: 'WebDriver:ElementClear' },
  type: { http: 'POST /element/{id}/value', marionette: 'WebDriver:ElementSendKeys' },
  getRole: { http: 'GET /element/{id}/computedrole', marionette: 'WebDriver:GetComputedRole' },
  getName: { http: 'GET /element/{id}/computedlabel', marionette: 'WebDriver:GetComputedLabel' },
} as const;

export type Command = keyof typeof commands;

/** A command that the browser rejected, with the standard's error code. */
export class WebDriverError extends Error {
  readonly code: string;

  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code}: ${message}`);
    this.code = code;
  }
}

/** A browser that runs under automation. */
export interface Browser {
  send: (command: Command, parameters?: Record<string, unknown>) => Promise<unknown>;
  /**
   * Errors and warnings of the pages so far: console messages, uncaught errors, failed requests and
   * violations of the Content-Security-Policy.
   */
  messages: string[];
  close: () => Promise<void>;
}

/** The key of an element's reference, as the standard names it. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** The Enter key, as the standard writes it in a text to type. */
export const enterKey = '\uE007';

/** An element, as WebDriver sends and receives it. */
export type Element = { [elementKey]: string };

export const getElementId = (element: Element): string => element[elementKey];
