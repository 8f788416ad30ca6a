import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminPassword } from '../support/api-client';
import { projectRoot } from '../support/operate';
import { startEmptySite } from '../support/test-resources';

const clientProject = join(projectRoot, 'tests/api-client');

/**
 * Runs a Node script until it exits.
 * @returns its output, also when it fails
 */
async function run(script: string, args: string[]): Promise<string> {
  const { PATH } = process.env;
  const env = { PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd: clientProject, env, maxBuffer: 32 * 1024 * 1024 };
  return promisify(execFile)(process.execPath, [script, ...args], options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout || stderr,
  );
}

describe('/api/openapi.json of a running server', () => {
  test('passes the Redocly linter without an error or a warning', async () => {
    // Once without SITE_URL and once with it.
    for (const settings of [undefined, { SITE_URL: 'https://crewbridge.test' }]) {
      const { url } = await startEmptySite({ DEMO_CONTENT: 'true', ...settings });
      const cli = join(projectRoot, 'node_modules/@redocly/cli/bin/cli.js');
      const report = await run(cli, [
        'lint',
        `${url}/api/openapi.json`,
        `--config=${join(projectRoot, 'redocly.yaml')}`,
        '--format=json',
      ]);
      const problems: { ruleId: string; message: string }[] = JSON.parse(report).problems;
      expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    }
  });

  test('generates TypeScript types that compile strictly, with a client that creates and updates a lead', async () => {
    const { url } = await startEmptySite({ DEMO_CONTENT: 'true' });
    // Inside the project, so that the client resolves its packages.
    const folder = join(clientProject, 'generated');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(clientProject, 'consumer.ts'), join(folder, 'consumer.ts'));
    const config = { extends: '../tsconfig.json', files: ['consumer.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));

    const tools = join(clientProject, 'node_modules');
    const descriptionUrl = `${url}/api/openapi.json`;
    const types = join(folder, 'schema.d.ts');
    await run(join(tools, 'openapi-typescript/bin/cli.js'), [descriptionUrl, '-o', types]);
    expect(await run(join(tools, 'typescript/bin/tsc'), ['-p', folder])).toBe('');

    const printed = await run(join(folder, 'consumer.js'), [url, adminPassword]);
    expect(printed).toMatch(/^\{/);
    const result = JSON.parse(printed);
    expect(result).toEqual({
      id: expect.any(String),
      firstTalent: expect.any(String),
      leads: [[result.id, 'Halden Skin Studios', 4]],
      status: 'contacted',
      refusal: 'unauthenticated',
    });
  });
});
