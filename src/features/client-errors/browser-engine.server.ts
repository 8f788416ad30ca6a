/** The engine's name and version. On iOS all browsers have the system's engine. */
const enginePatterns = [
  [/\bOS (\d+)_(\d+).* like Mac OS X/, 'iOS'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\bChrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)\.(\d+).* Safari\//, 'Safari'],
] as const;

/** Describes the engine of a user agent, as in "Firefox 115" or "iOS 16.4". */
export function describeEngine(userAgent: string): string {
  for (const [pattern, name] of enginePatterns) {
    const version = pattern.exec(userAgent)?.slice(1);
    if (version) return `${name} ${version.filter(Boolean).join('.')}`;
  }
  return 'Other';
}
