import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../api-client';
import { exchange } from '../faults/exchange';
import { samplePicture } from '../pictures';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { startSmtp } from '../smtp';
import { temporaryFolder } from '../temporary-folder';

const adminPassword = 'correct horse battery staple';

async function site(settings: Record<string, string> = {}) {
  const data = temporaryFolder();
  const env = { DATA_DIR: data.path, ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false' };
  const server = await startServer({ ...env, ...settings });
  onTestFinished(async () => {
    await server.kill();
    data.remove();
  });
  return server;
}

test('the end waits neither for a picture that takes minutes nor for a silent connection', async () => {
  const server = await site();
  const owner = new ApiClient(server.url);
  await owner.signIn(adminPassword);
  const { body } = await owner.post('/api/objects/upload');
  const sending = exchange(server.url + (body as { uploadURL: string }).uploadURL, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg', cookie: owner.cookie },
    body: await samplePicture(),
    slowly: { parts: 2_000, pause: 100 },
  });
  const silent = connect(server.port, 'localhost');
  await once(silent, 'connect');
  const started = performance.now();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(10_000);
  expect((await sending).isWhole).toBe(false);
  silent.destroy();
});

test('the end does not wait for the connection that is kept for a further mail', async () => {
  const smtp = await startSmtp();
  onTestFinished(smtp.close);
  const server = await site({ SMTP_URL: smtp.url });
  await new ApiClient(server.url).post('/api/leads', sampleLead);
  await smtp.received(1);
  expect(smtp.connections().now).toBe(1);
  const started = performance.now();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(4_000);
  await expect.poll(() => smtp.connections().now).toBe(0);
});

test('who sends hundreds of requests over one connection and reads no answer is cut off', async () => {
  const server = await site();
  const socket = connect(server.port, 'localhost');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /enquiry HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500));
  const closed = once(socket, 'close');
  // A paused socket hears of its end by what it writes.
  const timer = setInterval(() => socket.write('\r\n'), 100);
  onTestFinished(() => clearInterval(timer));
  await closed;
  expect((await fetch(`${server.url}/api/talents`)).status).toBe(200);
});
