import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { serve } from '../../../tests/support/http-server';
import { getServerMessage, HttpError, request } from './http-client';

/** Sends a request to a server that runs `respond`. Returns the result or the error. */
async function requestFrom(respond: (response: ServerResponse) => void): Promise<unknown> {
  const { origin } = await serve((_, response) => respond(response));
  return request(origin).catch((error: unknown) => error);
}

describe('request', () => {
  test('rejects with the status, a colon, a space and the response text as the message', async () => {
    const error = await requestFrom((response) =>
      response.writeHead(409).end('The list has changed.'),
    );
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 409, message: '409: The list has changed.' });
  });

  test('uses the status text in the message when an error response has no body', async () => {
    const error = await requestFrom((response) => response.writeHead(404, 'Not Found').end());
    expect(error).toMatchObject({ message: '404: Not Found' });
  });

  test('resolves to undefined for a response without content', async () => {
    expect(await requestFrom((response) => response.writeHead(204).end())).toBeUndefined();
  });
});

describe('getServerMessage', () => {
  test('returns the message of the response, or the fallback when there is none', async () => {
    const readableError = await requestFrom((response) =>
      response.writeHead(400).end(JSON.stringify({ message: 'No such place', code: 'invalid' })),
    );
    expect(getServerMessage(readableError, 'fallback')).toBe('No such place');
    const unreadableError = await requestFrom((response) => response.writeHead(500).end('<html>'));
    expect(getServerMessage(unreadableError, 'fallback')).toBe('fallback');
    expect(getServerMessage(new TypeError('failed to fetch'), 'fallback')).toBe('fallback');
  });
});
