type GetStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Options<T> {
  key: string;
  /** Null for an invalid or expired value. May throw. */
  parse: (text: string) => T | null;
  serialize?: (value: T) => string;
  /** Local storage by default. May throw, as in private mode or with cookies blocked. */
  storage?: GetStorage | undefined;
}

/** Describes a value that the browser keeps: its key, its format, and for how long it is valid. */
export function createStoredValue<T>(options: Options<T>) {
  const { key, parse, serialize = JSON.stringify, storage = () => localStorage } = options;
  return {
    /** Returns null when there is none; undefined when the storage is blocked or `parse` throws. */
    read(): T | null | undefined {
      try {
        const text = storage().getItem(key);
        return text === null ? null : parse(text);
      } catch {
        return undefined;
      }
    },
    /** Stores a value, or removes it. @returns false if the storage is full or blocked */
    write(value: T | null): boolean {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, serialize(value));
        return true;
      } catch {
        return false;
      }
    },
    /**
     * Reports changes that other tabs make. In the browser only.
     * @param onChange called with the stored text, null after its removal, and whether all of the
     *   storage was cleared
     */
    watch(onChange: (text: string | null, isCleared: boolean) => void): void {
      if (typeof window === 'undefined') return;
      window.addEventListener('storage', (event) => {
        if (event.key === key || event.key === null) onChange(event.newValue, event.key === null);
      });
    },
  };
}

/** The format of a list of words that have no spaces. */
export const wordList = {
  parse: (text: string): string[] => text.split(' ').filter(Boolean),
  serialize: (words: readonly string[]): string => words.join(' '),
};
