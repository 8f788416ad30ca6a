import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const input = fileURLToPath(new URL('../support/fixtures/reaches-the-server.ts', import.meta.url));

describe('browser build', () => {
  test('rejects browser code that imports server code, and names both files', async () => {
    const { build } = await import('vite');
    const building = build({
      logLevel: 'silent',
      build: { write: false, rollupOptions: { input } },
    });
    await expect(building).rejects.toThrow(
      /reaches-the-server\.ts is browser code and imports .*database\.server/,
    );
  });
});
