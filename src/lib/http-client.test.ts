import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { getServerMessage, HttpError, request } from './http-client';

/** Sends a request to a real server that responds as given. */
async function requestFrom(respond: (response: ServerResponse) => void): Promise<unknown> {
  const server = createServer((_, response) => respond(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port.');
  return request(`http://127.0.0.1:${address.port}/`).catch((error: unknown) => error);
}

test('a failed call’s message is the status, a colon, a space and the body’s text', async () => {
  const error = await requestFrom((response) =>
    response.writeHead(409).end('The list has changed.'),
  );
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 409, message: '409: The list has changed.' });
});

test('without a body it is the status text', async () => {
  const error = await requestFrom((response) => response.writeHead(404, 'Not Found').end());
  expect(error).toMatchObject({ message: '404: Not Found' });
});

test('what the server said is shown, and the fallback when it said nothing readable', async () => {
  const readableError = await requestFrom((response) =>
    response.writeHead(400).end(JSON.stringify({ message: 'No such place', code: 'invalid' })),
  );
  expect(getServerMessage(readableError, 'fallback')).toBe('No such place');
  const unreadableError = await requestFrom((response) => response.writeHead(500).end('<html>'));
  expect(getServerMessage(unreadableError, 'fallback')).toBe('fallback');
  expect(getServerMessage(new TypeError('failed to fetch'), 'fallback')).toBe('fallback');
});

test('an answer without content is undefined', async () => {
  expect(await requestFrom((response) => response.writeHead(204).end())).toBeUndefined();
});
