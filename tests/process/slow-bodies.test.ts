import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';

test('a body that drips is cut off after ten seconds', async () => {
  const data = temporaryFolder();
  const server = await startServer({ DATA_DIR: data.path, DEMO_CONTENT: 'false' });
  onTestFinished(async () => {
    await server.kill();
    data.remove();
  });
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
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  await new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(Date.now() - started).toBeLessThan(20_000);
});
