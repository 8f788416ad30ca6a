type GetStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Options<T> {
  key: string;
  /** May throw. Null for an invalid or expired value. */
  parse: (text: string) => T | null;
  serialize?: (value: T) => string;
  /** Local storage by default. May throw, as in private mode or with cookies blocked. */
  storage?: GetStorage | undefined;
}

/** Describes a value that the browser keeps: its key, its format, and for how long it is valid. */
export function createStoredValue<T>(options: Options<T>) {
  const { key, parse, serialize = JSON.stringify, storage = () => localStorage } = options;
  const tryStorage = <Result>(use: (store: ReturnType<GetStorage>) => Result, fallback: Result) => {
    try {
      return use(storage());
    } catch {
      return fallback;
    }
  };
  return {
    /** Returns null when there is none or it is invalid; undefined when the storage is blocked. */
    read(): T | null | undefined {
      const text = tryStorage<string | null | undefined>((store) => store.getItem(key), undefined);
      if (text === null || text === undefined) return text;
      try {
        return parse(text);
      } catch {
        return null;
      }
    },
    /** Stores a value. @returns false if the storage is full or blocked */
    write: (value: T): boolean =>
      tryStorage((store) => {
        store.setItem(key, serialize(value));
        return true;
      }, false),
    remove: (): void => tryStorage((store) => store.removeItem(key), undefined),
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
