import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startDevServer } from '../support/dev-server';

const component = 'src/routes/not-found/NotFoundPage.tsx';
const heading = '404 Page Not Found';
const serverModule = 'src/app/ssr/crawler-files.plugin.server.ts';

/** Sends a GET request on a new connection, so that the server has to accept each one. */
const get = (url: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(url, { agent: false, headers: { accept: 'text/html' } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.on('error', reject).end();
  });

describe('npm run dev', () => {
  test('serves edits of pages and server code, and serves every request meanwhile', async () => {
    const server = await startDevServer();
    onTestFinished(server.stop);
    const { child, url, output, edit } = server;
    const waitForText = (path: string, text: string) =>
      expect.poll(async () => (await get(url + path)).body).toContain(text);
    await waitForText('/nothing', heading);

    const failures: string[] = [];
    let successes = 0;
    let isDone = false;
    // The second path loads a server module that is imported lazily.
    const visitors = ['/', '/api/openapi.json'].map(async (path) => {
      while (!isDone) {
        const { status } = await get(url + path).catch((error: NodeJS.ErrnoException) => ({
          status: error.code ?? error.message,
        }));
        if (status === 200) successes += 1;
        else failures.push(`${path} ${status}`);
      }
    });

    edit(component, heading, 'First edit');
    edit(component, 'First edit', 'Second edit');
    await waitForText('/nothing', 'Second edit');
    edit(serverModule, "'User-agent: *'", "'User-agent: edited'");
    await waitForText('/robots.txt', 'User-agent: edited');

    // A syntax error, an error while the module loads, and one while no request runs.
    edit(component, 'Second edit', '<b>');
    await expect.poll(output).toContain('The edit failed.');
    expect((await get(`${url}/nothing`)).body).toContain('Second edit');
    edit(component, '<b>', 'Third edit');
    await waitForText('/nothing', 'Third edit');
    const lateError = "setTimeout(() => { throw new Error('late error'); });";
    edit(serverModule, 'const joinLines', `${lateError}\nconst joinLines`);
    await expect.poll(output).toContain('Error: late error');
    edit(serverModule, lateError, "throw new Error('load error');");
    await expect.poll(output).toContain('Error: load error');
    expect((await get(`${url}/nothing`)).status).toBe(404);
    edit(serverModule, "throw new Error('load error');", '');
    edit(serverModule, 'User-agent: edited', 'User-agent: last');
    await waitForText('/robots.txt', 'User-agent: last');

    await expect.poll(() => successes).toBeGreaterThan(20);
    isDone = true;
    await Promise.all(visitors);
    expect(failures).toEqual([]);

    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    await expect(get(url)).rejects.toThrow('ECONNREFUSED');
  });
});
