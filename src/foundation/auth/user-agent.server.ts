import Bowser from 'bowser';

/** Describes a device for its owner: "Firefox on Windows". Null if nothing is recognized. */
export function describeUserAgent(header: string | undefined): string | null {
  if (!header) return null;
  const agent = header.slice(0, 500);
  const { browser, os, platform } = Bowser.parse(agent);
  // A program that is not a browser, such as curl, begins with its name. Browsers begin with Mozilla.
  const names = [browser.name, /^[\w-]+(?=\/)/.exec(agent)?.[0]];
  const name = names.find((candidate) => candidate && candidate !== 'Mozilla');
  // The owner knows an iPhone or iPad by its name.
  const system = os.name === 'iOS' ? (platform.model ?? os.name) : os.name;
  return [name, system].filter(Boolean).join(' on ') || null;
}
