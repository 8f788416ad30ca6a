/** Removes the slashes at a path's end, in one pass. `/\/+$/` would start again at each slash. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (path.endsWith('/', end)) end -= 1;
  return path.slice(0, end);
}
