import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { startTcpGate } from '../tcp-gate';
import { createTestDatabase } from '../test-database';

/** A site whose way to its database is a gate. */
async function siteBehindGate() {
  const database = await createTestDatabase('postgres');
  const url = new URL(database.env.DATABASE_URL ?? '');
  const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  const server = await startServer({ DATA_DIR: database.env.DATA_DIR, DATABASE_URL: url.href });
  onTestFinished(async () => {
    await server.kill();
    await gate.close();
    await database.drop();
  });
  return { gate, api: new ApiClient(server.url), server };
}

test.each(['freeze', 'cut'] as const)(
  'a database that is gone (%s) is said within two seconds, and back within ten',
  async (fault) => {
    const { gate, api, server } = await siteBehindGate();
    expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
    // Many at once: each connection of the pool is in use, and some requests wait for one.
    const busy = Promise.all(Array.from({ length: 30 }, () => api.get('/api/talents')));
    gate[fault]();
    await busy;
    for (const call of [
      () => api.post('/api/leads', sampleLead),
      () => api.get('/api/talents'),
      () => api.get('/api/auth/admin/check', { cookie: 'session=x' }),
    ]) {
      const started = performance.now();
      const answer = await call();
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ code: 'unavailable' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await api.get('/healthz')).status).toBe(200);

    gate.open();
    const deadline = Date.now() + 10_000;
    let status = 0;
    while (status !== 201 && Date.now() < deadline) {
      ({ status } = await api.post('/api/leads', sampleLead));
      if (status !== 201) await pause(100);
    }
    expect(status).toBe(201);
    expect((await server.stop()).code).toBe(0);
  },
);
