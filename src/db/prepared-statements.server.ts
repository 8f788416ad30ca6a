import { hash } from 'node:crypto';
import { getErrorCode } from '../lib/get-error-code';
import { maxNameErrorAttempts } from './transaction-retry.server';

/** Statements that a connection keeps prepared; the site has fewer different ones. */
const maxPreparedStatements = 100;

/** Whether the statement's name is unknown to the connection, or taken. */
const isNameError = (error: unknown): boolean => getErrorCode(error) in maxNameErrorAttempts;

/** `auto`: named unless a pooler is found in between. */
export type PrepareMode = 'auto' | 'on' | 'off';

export interface StatementNames {
  /** @returns the name to prepare a statement under; undefined to send it without one */
  find: (text: string, isDirect: boolean) => string | undefined;
  /** @returns whether the error is a name's, so that the statement can be sent again without one */
  disableOnNameError: (error: unknown) => boolean;
}

/**
 * Names the statements that PostgreSQL parses and plans once per connection: inserts, of which that is a
 * third of the work with an inquiry. Inserts alone: a plan for any values can be a bad one for a search's,
 * and a prepared `select *` fails when another process, newer than this, has added a column.
 *
 * A pooler of transactions gives each transaction another connection, where the name is missing or taken.
 * `auto` uses no names behind a pooler, and none any more in this process once one has failed.
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
      // Named after its text: whoever shares the connection never finds another statement under the name.
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
