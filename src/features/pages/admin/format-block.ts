/** Formats values that are objects, such as shifts and logos, for the history. */
export function formatBlockValue(_field: string, value: unknown): string | undefined {
  const describe = (entry: unknown): string =>
    typeof entry === 'object' && entry !== null
      ? Object.values(entry)
          .filter((part) => typeof part === 'string' || typeof part === 'number')
          .join(', ')
      : String(entry);
  if (Array.isArray(value) && value.some((entry) => typeof entry === 'object')) {
    return value.map(describe).join('\n');
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? describe(value)
    : undefined;
}
