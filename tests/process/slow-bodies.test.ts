import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startEmptySite } from '../support/test-resources';

describe('slow request body', () => {
  test('is rejected with 408 within 20 seconds when it trickles in byte by byte', async () => {
    const server = await startEmptySite();
    const started = Date.now();
    const socket = connect(server.port, 'localhost');
    socket.write(
      'POST /api/leads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    );
    const drip = setInterval(() => socket.write(' '), 500);
    onTestFinished(() => {
      clearInterval(drip);
      socket.destroy();
    });
    let response = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      response += text;
    });
    await new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(Date.now() - started).toBeLessThan(20_000);
  });
});
