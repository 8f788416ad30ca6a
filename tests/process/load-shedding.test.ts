import { expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../api-client';
import { sampleItems, sampleLead } from '../samples';
import { startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';

const adminPassword = 'correct horse battery staple';

test('requests that have been answered, however, do not count as load', async () => {
  const data = temporaryFolder();
  const server = await startServer({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'false',
  });
  onTestFinished(async () => {
    await server.kill();
    data.remove();
  });
  const visitor = new ApiClient(server.url);
  const owner = new ApiClient(server.url);
  await owner.signIn(adminPassword);
  const { id } = (await owner.post('/api/stats', sampleItems.stats)).body as { id: string };
  // Each way in which an answer can come about, more often than may be at work at once.
  const ways: [status: number, ask: () => Promise<{ status: number }>][] = [
    [200, () => owner.patch(`/api/stats/${id}`, sampleItems.stats)],
    [200, () => visitor.get('/api/docs')],
    [201, () => visitor.post('/api/leads', sampleLead)],
    [400, () => visitor.post('/api/leads', {})],
    [401, () => visitor.get('/api/leads')],
    [404, () => visitor.get('/no-such-page')],
    [404, () => visitor.request('PUT', '/api/leads', {})],
  ];
  for (const [status, ask] of ways) {
    for (let round = 0; round < 45; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, ask));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
    }
  }
});
