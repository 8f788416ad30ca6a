import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const input = fileURLToPath(new URL('../fixtures/reaches-the-server.ts', import.meta.url));

test('the browser’s build refuses code that reaches the server’s, naming both files', async () => {
  const { build } = await import('vite');
  const building = build({
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input } },
  });
  await expect(building).rejects.toThrow(
    /reaches-the-server\.ts is browser code and reaches .*database\.server/,
  );
});
