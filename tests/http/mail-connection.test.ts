import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenOnFreePort } from '../support/free-port';
import { type DeliveryRow, pickLeadMails } from '../support/lead-mails';
import { sampleLead } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { startTcpProxy } from '../support/tcp-proxy';
import { createTestApp, shortTimings, startSecondApp } from '../support/test-app';
import { scaleLimit } from '../support/time-limits';

/** A site that sends its email to an SMTP server on the given port; each inquiry causes two emails. */
async function siteWithMailServer(
  port: number,
  options: Partial<typeof shortTimings> & { mailTimeoutMs?: number } = {},
) {
  const site = await createTestApp(
    {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      NOTIFY_EMAIL: 'owner@crew.example',
      SITE_URL: 'https://crew.example',
    },
    { ...shortTimings, ...options },
  );
  const sendInquiry = async () =>
    (await site.visitor('POST', '/api/leads', sampleLead)).json().id as string;
  const listMails = async (id: string): Promise<DeliveryRow[]> =>
    pickLeadMails((await site.admin('GET', `/api/leads/${id}/deliveries`)).json());
  const statuses = async (id: string) => (await listMails(id)).map(({ status }) => status);
  const expectSent = (id: string) => expect.poll(() => statuses(id)).toEqual(['sent', 'sent']);
  return { ...site, sendInquiry, listMails, expectSent };
}

async function startMailServer() {
  const smtp = await startSmtp();
  onTestFinished(smtp.close);
  return { smtp, port: Number(new URL(smtp.url).port) };
}

/**
 * A TCP server that greets like SMTP and then sends continuation lines forever, until `forward` makes
 * it pass new connections on to the real mail server.
 */
async function startTarpit(port: number) {
  const sockets = new Set<Socket>();
  let isTarpit = true;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (!isTarpit) {
      const upstream = connect(port, '127.0.0.1');
      upstream.on('error', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
      return;
    }
    socket.write('220 mail.example\r\n');
    const timer = setInterval(() => socket.write('250-there is more\r\n'), 20);
    socket.on('data', () => undefined).on('close', () => clearInterval(timer));
  });
  const ownPort = await listenOnFreePort(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port: ownPort,
    connections: () => sockets.size,
    forward: () => {
      isTarpit = false;
    },
  };
}

describe('SMTP connection', () => {
  test('sends all emails over one connection and closes it when the app closes', async () => {
    const { smtp, port } = await startMailServer();
    const { app, sendInquiry, expectSent } = await siteWithMailServer(port);
    for (const id of await Promise.all([sendInquiry(), sendInquiry(), sendInquiry()]))
      await expectSent(id);
    expect(smtp.count()).toBe(6);
    expect(smtp.connections()).toEqual({ total: 1, open: 1 });
    await app.close();
    await expect.poll(() => smtp.connections().open).toBe(0);
  });

  test('is opened by the next server for the emails that are still pending', async () => {
    const { app, db, environment, sendInquiry } = await siteWithMailServer(1);
    await sendInquiry();
    await app.close();
    const { smtp } = await startMailServer();
    await startSecondApp({ db, environment: { ...environment, SMTP_URL: smtp.url } });
    expect((await smtp.received(2)).map(({ to }) => to).sort()).toEqual([
      sampleLead.email,
      'owner@crew.example',
    ]);
  });

  test('keeps using the connection after the server rejected an email with 550', async () => {
    const { smtp, port } = await startMailServer();
    const { sendInquiry, expectSent } = await siteWithMailServer(port);
    smtp.fail(1, 550);
    await expectSent(await sendInquiry());
    expect(smtp.count()).toBe(2);
    expect(smtp.connections().total).toBe(1);
  });

  test('reconnects after a disconnect without using up an attempt, and loses or duplicates no email', async () => {
    const { smtp, port } = await startMailServer();
    const proxy = await startTcpProxy({ host: '127.0.0.1', port });
    onTestFinished(proxy.close);
    const noRetry = { firstRetryMs: 60_000, maxRetryMs: 60_000 };
    const { sendInquiry, expectSent, listMails } = await siteWithMailServer(proxy.port, noRetry);
    await expectSent(await sendInquiry());
    const disconnects = [
      () => {
        proxy.cut();
        proxy.open();
      },
      smtp.hangUp,
    ];
    for (const disconnect of disconnects) {
      disconnect();
      const id = await sendInquiry();
      await expectSent(id);
      expect((await listMails(id)).map(({ attempts }) => attempts)).toEqual([1, 1]);
    }
    const ids = (await smtp.received(6)).map(({ messageId }) => messageId);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
    expect(smtp.connections().total).toBe(3);
  });

  test('gives up on a server that never finishes its reply after the timeout, and retries', async () => {
    const { smtp, port } = await startMailServer();
    const tarpit = await startTarpit(port);
    // Long enough for a busy machine, which later has to send both mails within it.
    const mailTimeoutMs = scaleLimit(1_000);
    const { sendInquiry, listMails, expectSent } = await siteWithMailServer(tarpit.port, {
      mailTimeoutMs,
    });
    const id = await sendInquiry();
    const reasons = async () => (await listMails(id)).map(({ lastError }) => lastError);
    await expect
      .poll(reasons)
      .toEqual(Array(2).fill(`The mail server was not done after ${mailTimeoutMs} ms`));
    // Giving up must close the socket too, or each retry would leak a connection.
    await expect.poll(tarpit.connections).toBeLessThanOrEqual(1);
    tarpit.forward();
    await expectSent(id);
    expect(await smtp.received(2)).toHaveLength(2);
  });
});
