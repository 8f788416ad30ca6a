/** Returns a list with one entry moved by one place, up (-1) or down (1). */
export function moveEntry<T>(list: readonly T[], index: number, step: -1 | 1): T[] {
  const moved = [...list];
  const [entry] = moved.splice(index, 1);
  if (entry !== undefined) moved.splice(index + step, 0, entry);
  return moved;
}
