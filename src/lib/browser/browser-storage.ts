type GetStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

/** Reads a stored text; null when there is none or the browser blocks its storage. */
export function readStoredText(key: string, storage: GetStorage = () => localStorage) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, unless the browser's storage is full or blocked. */
export function storeText(key: string, text: string, storage: GetStorage = () => localStorage) {
  try {
    storage().setItem(key, text);
  } catch {
    // The text lasts as long as the page, in the caller's memory.
  }
}
