import { describe, expect, test } from 'vitest';
import { explainDatabaseError } from './errors.server';

const url = 'postgres://crewbridge:hunter2@db.example.com/crewbridge';

/** Creates an error like those that node-postgres throws. */
const createError = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('explainDatabaseError', () => {
  test.each([
    ['an unknown user', createError('28000', 'role "crewbridge" does not exist')],
    [
      'a wrong password',
      createError('28P01', 'password authentication failed for user "crewbridge"'),
    ],
    ['an unknown database', createError('3D000', 'database "crewbridge" does not exist')],
    [
      'a certificate from an unknown authority',
      createError('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'),
    ],
    [
      'a certificate for another host name',
      createError('ERR_TLS_CERT_ALTNAME_INVALID', 'Host: db. is not'),
    ],
    [
      'a role that may not create tables',
      createError('42501', 'permission denied for schema public'),
    ],
    ['a server without TLS', new Error('The server does not support SSL connections')],
  ])('returns one line without the password for %s', (_, error) => {
    const line = explainDatabaseError(error, url);
    expect(line).toMatch(/^DATABASE_URL: .+\.$/);
    expect(line).not.toContain('hunter2');
  });

  test('names the setting that contains the URL', () => {
    const error = createError('28P01', 'password authentication failed');
    expect(explainDatabaseError(error, url, 'MIGRATION_DATABASE_URL')).toBe(
      'MIGRATION_DATABASE_URL: password authentication failed.',
    );
  });

  test.each([
    ['a server that refuses connections', createError('ECONNREFUSED', 'connect ECONNREFUSED')],
    ['a server that is starting up', createError('57P03', 'the database system is starting up')],
  ])('returns undefined for %s, because retrying can help', (_, error) => {
    expect(explainDatabaseError(error, url)).toBeUndefined();
  });
});
