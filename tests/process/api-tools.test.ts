import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';
import { adminPassword } from '../test-app';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clientProject = join(root, 'tests/api-client');

async function startSite(settings: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const server = await startServer({
    DATA_DIR: folder.path,
    ADMIN_PASSWORD: adminPassword,
    ...settings,
  });
  onTestFinished(async () => {
    await server.stop();
    folder.remove();
  });
  return server;
}

/**
 * Runs a program of a package to its end.
 * @returns what it printed, also when it ended with an error
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

describe('The description of a running server', () => {
  test('passes a standard linter without an error or a warning', async () => {
    // Without a public origin, and with one.
    for (const settings of [undefined, { SITE_URL: 'https://crewbridge.test' }]) {
      const { url } = await startSite(settings);
      const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
      const report = await run(cli, [
        'lint',
        `${url}/api/openapi.json`,
        `--config=${join(root, 'redocly.yaml')}`,
        '--format=json',
      ]);
      const problems: { ruleId: string; message: string }[] = JSON.parse(report).problems;
      expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    }
  });

  test('yields a client that compiles strictly and takes a lead through its life', async () => {
    const { url } = await startSite();
    // Inside the project, so that the program finds its packages.
    const folder = join(clientProject, 'generated');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(clientProject, 'consumer.ts'), join(folder, 'consumer.ts'));
    const config = { extends: '../tsconfig.json', files: ['consumer.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));

    const tools = join(clientProject, 'node_modules');
    const description = `${url}/api/openapi.json`;
    const types = join(folder, 'schema.d.ts');
    await run(join(tools, 'openapi-typescript/bin/cli.js'), [description, '-o', types]);
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
