import { describe, expect, test } from 'vitest';
import { serializeError } from './startup-log.server';

describe('serializeError', () => {
  test('includes message, code and stack, but not the values that a library attaches to an error', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
      code: '23505',
      detail: 'Key (email)=(olga@haldenskin.example) already exists.',
      parameters: ['olga@haldenskin.example'],
    });
    const error = Object.assign(new Error('could not be stored', { cause }), { request: cause });
    const serialized = JSON.stringify(serializeError(error));
    expect(serialized).not.toContain('olga');
    expect(serialized).toContain('23505');
    expect(serialized).toContain('could not be stored');
    expect(serialized).toContain('startup-log.test');
  });
});
