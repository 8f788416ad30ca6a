/** `Object.keys` with the keys' type, for objects that have no keys besides those of their type. */
export const listKeys = <T extends object>(object: T) =>
  // TypeScript types keys as `string`, because a variable's value may have more than its type says.
  Object.keys(object) as Extract<keyof T, string>[];

/** Returns a list with the entry at `from` moved to `to`. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
