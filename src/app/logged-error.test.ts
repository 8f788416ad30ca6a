import { expect, test } from 'vitest';
import { loggedError } from './logged-error.server';

test('an error is logged without the values that a library puts beside its message', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: 'Key (email)=(olga@haldenskin.example) already exists.',
    parameters: ['olga@haldenskin.example'],
  });
  const error = Object.assign(new Error('could not be stored', { cause }), { request: cause });
  const logged = JSON.stringify(loggedError(error));
  expect(logged).not.toContain('olga');
  expect(logged).toContain('23505');
  expect(logged).toContain('could not be stored');
  expect(logged).toContain('logged-error.test');
});
