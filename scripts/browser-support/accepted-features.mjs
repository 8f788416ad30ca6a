/**
 * Features that a supported browser lacks and that the code uses without a test, each with the
 * reason why that browser's visitors lose nothing they need.
 * @type {{ feature: RegExp, in?: string, reason: string }[]}
 */
export const acceptedFeatures = [
  // Design that falls back to the browser's own.
  {
    feature: /^text-wrap$/,
    reason: 'lines break in other places',
  },
  {
    feature: /^(size-adjust|(ascent|descent|line-gap)-override)$/,
    reason: 'Safari lays out the text again when its final font arrives',
  },
  {
    feature: /^(content-visibility|contain-intrinsic-block-size)$/,
    reason: 'the browser lays out off-screen content as well',
  },
  { feature: /^scrollbar-width$/, reason: 'Safari hides its scroll bars itself' },
  { feature: /^forced-color-adjust$/, reason: 'only Windows has forced colors' },
  { feature: /^-webkit-touch-callout$/, reason: 'only iOS has the menu that it turns off' },
  { feature: /^(cursor: .+|resize)$/, reason: 'iOS has no mouse' },
  {
    feature: /^@media \(scripting\)$/,
    reason: 'the entry script marks a page without a running script, see src/app/client.ts',
  },
  { feature: /^(@page|size)$/, reason: 'the browser prints with its own margins and paper' },
  // Events that nothing waits for.
  {
    feature: /^event (touch\w+|wheel)$/,
    reason: 'Safari has one of them on each of its platforms, by its input devices',
  },
  { feature: /^event beforeunload$/, reason: 'iOS closes a tab without asking' },
  // Names that MDN's data has as well.
  { feature: /^\.watch$/, in: 'src/content/kit/form/', reason: "React Hook Form's method" },
  { feature: /^\.watch$/, in: 'src/content/settings/', reason: "React Hook Form's method" },
  { feature: /^\.when$/, in: 'node_modules/zod/', reason: "the package's own object" },
  { feature: /^\.toArray$/, in: '@dnd-kit/core/', reason: "the package's own class" },
  { feature: /^\.use$/, in: 'node_modules/react/', reason: "the package's own object" },
  {
    feature: /^(\.startViewTransition|event navigate\w*)$/,
    in: 'node_modules/react-dom/',
    reason: 'React tests for them elsewhere',
  },
];
