import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type DeliveryRow, pickLeadMails } from '../lead-mails';
import { sampleLead } from '../samples';
import { startSmtp } from '../smtp';
import { startTcpGate } from '../tcp-gate';
import { testApp } from '../test-app';

const pauses = { first: 20, longest: 50, poll: 20 };

/** A site whose mail leaves through a port; each enquiry causes two. */
async function siteMailing(port: number, more: Partial<typeof pauses> & { mail?: number } = {}) {
  const site = await testApp(
    {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      NOTIFY_EMAIL: 'owner@crew.example',
      SITE_URL: 'https://crew.example',
    },
    { ...pauses, ...more },
  );
  const enquire = async () =>
    (await site.visitor('POST', '/api/leads', sampleLead)).json().id as string;
  const mailsOf = async (id: string): Promise<DeliveryRow[]> =>
    pickLeadMails((await site.admin('GET', `/api/leads/${id}/deliveries`)).json());
  const statuses = async (id: string) => (await mailsOf(id)).map(({ status }) => status);
  const sent = (id: string) =>
    expect.poll(() => statuses(id), { interval: 10, timeout: 5_000 }).toEqual(['sent', 'sent']);
  return { ...site, enquire, mailsOf, sent };
}

async function mailServer() {
  const smtp = await startSmtp();
  onTestFinished(smtp.close);
  return { smtp, port: Number(new URL(smtp.url).port) };
}

test('mails go one after the other over one connection, which the end of the site ends', async () => {
  const { smtp, port } = await mailServer();
  const { app, enquire, sent } = await siteMailing(port);
  for (const id of await Promise.all([enquire(), enquire(), enquire()])) await sent(id);
  expect(smtp.count()).toBe(6);
  expect(smtp.connections()).toEqual({ ever: 1, now: 1 });
  await app.close();
  await expect.poll(() => smtp.connections().now).toBe(0);
});

test('a refused mail keeps nothing from the next one on the same connection', async () => {
  const { smtp, port } = await mailServer();
  const { enquire, sent } = await siteMailing(port);
  smtp.fail(1, 550);
  await sent(await enquire());
  expect(smtp.count()).toBe(2);
  expect(smtp.connections().ever).toBe(1);
});

test('a connection that breaks before a mail is said costs no try, and none is lost or doubled', async () => {
  const { smtp, port } = await mailServer();
  const gate = await startTcpGate({ host: '127.0.0.1', port });
  onTestFinished(gate.close);
  const never = { first: 60_000, longest: 60_000 };
  const { enquire, sent, mailsOf } = await siteMailing(gate.port, never);
  await sent(await enquire());
  const breaks = [
    () => {
      gate.cut();
      gate.open();
    },
    smtp.hangUp,
  ];
  for (const happens of breaks) {
    happens();
    const id = await enquire();
    await sent(id);
    expect((await mailsOf(id)).map(({ attempts }) => attempts)).toEqual([1, 1]);
  }
  const ids = (await smtp.received(6)).map(({ messageId }) => messageId);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
  expect(smtp.connections().ever).toBe(3);
});

/** A way to a mail server that instead says a word now and then, and never comes to an end. */
async function startBabbler(port: number) {
  const sockets = new Set<Socket>();
  let isBabbling = true;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (!isBabbling) {
      const far = connect(port, '127.0.0.1');
      far.on('error', () => socket.destroy());
      socket.pipe(far).pipe(socket);
      return;
    }
    socket.write('220 mail.example\r\n');
    const timer = setInterval(() => socket.write('250-there is more\r\n'), 20);
    socket.on('data', () => undefined).on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    connections: () => sockets.size,
    relent: () => {
      isBabbling = false;
    },
  };
}

test('a mail server that is never silent and never done is given up in time, and tried again', async () => {
  const { smtp, port } = await mailServer();
  const babbler = await startBabbler(port);
  const { enquire, mailsOf, sent } = await siteMailing(babbler.port, { mail: 300 });
  const id = await enquire();
  const reasons = async () => (await mailsOf(id)).map(({ lastError }) => lastError);
  await expect
    .poll(reasons, { interval: 10, timeout: 5_000 })
    .toEqual(Array(2).fill('The mail server was not done after 300 ms'));
  // Not forgotten alone: each one that was given up is closed.
  await expect.poll(babbler.connections).toBeLessThanOrEqual(1);
  babbler.relent();
  await sent(id);
  expect(await smtp.received(2)).toHaveLength(2);
});
