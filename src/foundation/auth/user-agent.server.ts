/** Browsers and systems by a word of their user agent; the first that fits, as Edge says Chrome, too. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

type NamePatterns = readonly (readonly [RegExp, string])[];
const findName = (patterns: NamePatterns, agent: string) =>
  patterns.find(([pattern]) => pattern.test(agent))?.[1];

/**
 * "Firefox on Windows" for a user agent: enough to know one's own devices by, without keeping what
 * tells people apart. Null when nothing in it is known.
 */
export function describeUserAgent(agent: string | undefined): string | null {
  if (!agent) return null;
  const browser = findName(browsers, agent.slice(0, 500));
  const system = findName(systems, agent.slice(0, 500));
  if (!browser) return system ?? null;
  return system ? `${browser} on ${system}` : browser;
}
