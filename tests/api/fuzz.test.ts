import { expect, test } from 'vitest';
import { fuzz } from '../faults/fuzzing';
import { adminPassword, testApp } from '../test-app';

test('whatever is sent to any route is answered in the one shape, and by no 5xx', async () => {
  const { app } = await testApp();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { wrong, routes } = await fuzz(url, adminPassword, 300);
  expect(routes).toBeGreaterThan(25);
  expect(wrong).toEqual([]);
}, 120_000);
