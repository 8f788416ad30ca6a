/** The first match wins, because Edge's user agent also contains "Chrome". */
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

/** Describes a device for its owner: "Firefox on Windows". Null if nothing is recognized. */
export function describeUserAgent(agent: string | undefined): string | null {
  if (!agent) return null;
  const browser = findName(browsers, agent.slice(0, 500));
  const system = findName(systems, agent.slice(0, 500));
  if (!browser) return system ?? null;
  return system ? `${browser} on ${system}` : browser;
}
