import { hash } from 'node:crypto';
import { getErrorCode } from '../lib/errors';
import { maxNameErrorAttempts } from './transaction-retry.server';

/** Maximum number of prepared statements per connection. The site has fewer different ones. */
const maxPreparedStatements = 100;

/** Returns whether the statement's name is unknown to the connection, or taken. */
const isNameError = (error: unknown): boolean => getErrorCode(error) in maxNameErrorAttempts;

/** `auto`: statements are prepared unless a pooler is detected. */
export type PrepareMode = 'auto' | 'on' | 'off';

export interface StatementNames {
  /** @returns the name to prepare a statement under; undefined to send it without a name */
  find: (text: string, isDirect: boolean) => string | undefined;
  /** @returns whether a name caused the error, so that the statement can be sent without one */
  disableOnNameError: (error: unknown) => boolean;
}

/**
 * Names the statements that PostgreSQL prepares once per connection: inserts, where parsing and
 * planning are a third of an inquiry's work. A generic plan can be bad for a search, and a prepared
 * `select *` fails after a newer process has added a column. Behind a transaction pooler, names are
 * missing or taken: `auto` uses none there, and none after the first such error.
 */
export function createStatementNames(mode: PrepareMode): StatementNames {
  const names = new Map<string, string>();
  let isDisabled = mode === 'off';

  return {
    find(text, isDirect) {
      if (isDisabled || !(isDirect || mode === 'on')) return undefined;
      const existing = names.get(text);
      if (existing !== undefined) return existing;
      if (names.size === maxPreparedStatements || !/^insert into (?!.* returning \*)/s.test(text))
        return undefined;
      // Derived from the text, so that clients sharing a connection never find another statement
      // under the name.
      const name = `crewbridge-${hash('sha256', text).slice(0, 32)}`;
      names.set(text, name);
      return name;
    },

    disableOnNameError(error) {
      if (mode === 'on' || !isNameError(error)) return false;
      isDisabled = true;
      return true;
    },
  };
}
