import { describe, expect, test } from 'vitest';
import { explainDatabaseError } from './database-error.server';

const url = 'postgres://crewbridge:hunter2@db.example.com/crewbridge';

/** Creates an error as node-postgres throws it. */
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('explainDatabaseError', () => {
  test.each([
    ['a wrong user', failure('28000', 'role "crewbridge" does not exist')],
    ['a wrong password', failure('28P01', 'password authentication failed for user "crewbridge"')],
    ['a wrong database', failure('3D000', 'database "crewbridge" does not exist')],
    [
      'a certificate of an unknown authority',
      failure('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'),
    ],
    ['a certificate of another name', failure('ERR_TLS_CERT_ALTNAME_INVALID', 'Host: db. is not')],
    ['a server without TLS', new Error('The server does not support SSL connections')],
  ])('says what is wrong in one line without the password: %s', (_, error) => {
    const line = explainDatabaseError(error, url);
    expect(line).toMatch(/^DATABASE_URL: .+\.$/);
    expect(line).not.toContain('hunter2');
  });

  test('names the setting that has the address', () => {
    const error = failure('28P01', 'password authentication failed');
    expect(explainDatabaseError(error, url, 'MIGRATION_DATABASE_URL')).toBe(
      'MIGRATION_DATABASE_URL: password authentication failed.',
    );
  });

  test.each([
    ['a server that is away', failure('ECONNREFUSED', 'connect ECONNREFUSED')],
    ['a server that is starting', failure('57P03', 'the database system is starting up')],
  ])('leaves alone what waiting helps against: %s', (_, error) => {
    expect(explainDatabaseError(error, url)).toBeUndefined();
  });
});
