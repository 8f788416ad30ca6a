/** `Object.keys` with the keys' type, for objects that have no keys besides those of their type. */
export const listKeys = <T extends object>(object: T) =>
  // TypeScript types keys as `string`, because a variable's value may have more than its type says.
  Object.keys(object) as Extract<keyof T, string>[];
