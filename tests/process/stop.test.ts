import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange } from '../faults/exchange';
import { ApiClient } from '../support/api-client';
import { samplePicture } from '../support/pictures';
import { sampleLead } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { startEmptySite } from '../support/test-resources';

describe('graceful shutdown', () => {
  test('waits neither for a slow picture upload, nor for an idle connection, nor for the open one to the mail server', async () => {
    const smtp = await startSmtp();
    onTestFinished(smtp.close);
    const server = await startEmptySite({ SMTP_URL: smtp.url });
    const owner = new ApiClient(server.url);
    await owner.post('/api/leads', sampleLead);
    await smtp.received(1);
    expect(smtp.connections().open).toBe(1);
    await owner.signIn();
    const { body } = await owner.post('/api/objects/upload');
    const uploading = exchange(server.url + (body as { uploadURL: string }).uploadURL, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg', cookie: owner.cookie },
      body: await samplePicture(),
      slowly: { parts: 2_000, pause: 100 },
    });
    const idleSocket = connect(server.port, 'localhost');
    await once(idleSocket, 'connect');
    const started = performance.now();
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect((await uploading).isWhole).toBe(false);
    idleSocket.destroy();
    await expect.poll(() => smtp.connections().open).toBe(0);
  });

  test('goes on when the signal is sent again, as by npm and a service manager', async () => {
    const server = await startEmptySite({ DRAIN_SECONDS: '1' });
    const exited = server.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
    process.kill(server.pid, 'SIGTERM');
    process.kill(server.pid, 'SIGINT');
    const { status } = await new ApiClient(server.url).post('/api/leads', sampleLead);
    expect(status).toBe(201);
    expect(await exited).toEqual({ code: 0, signal: null });
  });
});

describe('slow client guard', () => {
  test('closes a connection that pipelines 500 requests without reading the responses', async () => {
    const server = await startEmptySite();
    const socket = connect(server.port, 'localhost');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.pause();
    socket.write('GET /enquiry HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500));
    // Not `once` of Node, which rejects when the connection is reset.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // A paused socket only notices that it was closed when it writes.
    const timer = setInterval(() => socket.write('\r\n'), 100);
    onTestFinished(() => clearInterval(timer));
    await closed;
    expect((await fetch(`${server.url}/api/talents`)).status).toBe(200);
  });
});
