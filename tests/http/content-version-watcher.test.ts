import { expect, onTestFinished, test, vi } from 'vitest';
import { bumpContentVersion, watchContentVersion } from '../../src/db/content-version.server';
import { createOutageLog } from '../../src/db/outage-log.server';
import { createTestApp } from '../support/test-app';

test('a later change reloads the content only after a slow earlier reload has finished', async () => {
  const { app, db } = await createTestApp();
  const endings: (() => void)[] = [];
  const onChange = vi.fn(() => new Promise<void>((resolve) => endings.push(resolve)));
  onChange.mockResolvedValueOnce(undefined);
  const { log } = app;
  const watcher = await watchContentVersion(db, onChange, {
    log,
    outages: createOutageLog(db, log),
    mayPoll: () => false,
  });
  onTestFinished(() => watcher.stop());
  const change = () => db.transaction().execute(bumpContentVersion);

  await change();
  const first = watcher.checkNow();
  await expect.poll(() => onChange.mock.calls.length).toBe(2);
  const earlier = watcher.getVersion();
  await change();
  const second = watcher.checkNow();
  // Long enough for the second check to read the version, too.
  for (let reads = 0; reads < 5; reads += 1) await db.selectFrom('siteState').selectAll().execute();
  expect(onChange).toHaveBeenCalledTimes(2);
  endings[0]?.();
  await first;
  await expect.poll(() => onChange.mock.calls.length).toBe(3);
  expect(Number(watcher.getVersion())).toBe(Number(earlier) + 1);
  endings[1]?.();
  await second;
  expect(onChange).toHaveBeenCalledTimes(3);
});
