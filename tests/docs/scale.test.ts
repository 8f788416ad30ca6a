import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

describe('docs/scale.md', () => {
  test('contains the output of npm run model', () => {
    const output = execFileSync(process.execPath, ['scripts/model.mjs'], { encoding: 'utf8' });
    expect(readFileSync('docs/scale.md', 'utf8')).toContain(output);
  });
});
