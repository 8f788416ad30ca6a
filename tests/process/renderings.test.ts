import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createChildProcessRenderer } from '../../src/foundation/media/child-process-renderer.server';
import { ApiClient } from '../support/api-client';
import { samplePicture } from '../support/pictures';
import { startEmptySite } from '../support/test-resources';

const entry = fileURLToPath(new URL('../../dist/server/render-picture.server.js', import.meta.url));

/** Large enough that rendering it takes about a second. */
let photo: Buffer;

beforeAll(async () => {
  photo = await samplePicture('jpeg', { width: 7000, height: 5000 });
});

/** Lists the rendering processes that are children of a process. */
async function findRenderProcesses(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, ppid] = /^\s*(\d+)\s+(\d+)\s.*render-picture/.exec(line) ?? [];
    return Number(ppid) === parent ? [Number(pid)] : [];
  });
}

const isAlive = async (pid: number) =>
  promisify(execFile)('ps', ['-p', String(pid), '-o', 'stat=']).then(
    ({ stdout }) => !stdout.startsWith('Z'),
    () => false,
  );

async function startSite() {
  const server = await startEmptySite();
  const owner = new ApiClient(server.url);
  await owner.signIn();
  return {
    server,
    owner,
    /** Waits for a rendering process. @returns its pid */
    async waitForRendering() {
      let found: number[] = [];
      await expect
        .poll(async () => (found = await findRenderProcesses(server.pid)), { interval: 5 })
        .toHaveLength(1);
      const [pid = 0] = found;
      return pid;
    },
  };
}

describe('picture rendering', () => {
  test('runs in a child process that exits afterwards, so that the server never loads libvips', async () => {
    const { server, owner, waitForRendering } = await startSite();
    const uploading = owner.upload(photo);
    const pid = await waitForRendering();
    const response = await uploading;
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ width: 1800, height: 1286 });
    const { servingPath } = response.body as { servingPath: string };
    expect((await owner.get(`${servingPath}/720.webp`)).status).toBe(200);
    expect(await isAlive(pid)).toBe(false);
    if (process.platform === 'linux') {
      expect(readFileSync(`/proc/${server.pid}/maps`, 'utf8')).not.toContain('libvips');
    }
  });

  test('responds with 422 when the child process is killed, and the server keeps working', async () => {
    const { owner, waitForRendering } = await startSite();
    const uploading = owner.upload(photo);
    process.kill(await waitForRendering(), 'SIGKILL');
    expect(await uploading).toMatchObject({
      status: 422,
      body: { code: 'unreadable', message: expect.stringContaining('could not be read') },
    });
    expect((await owner.upload(await samplePicture())).status).toBe(200);
    expect((await owner.get('/api/auth/admin/check')).status).toBe(200);
  });

  test('ends when the server is killed', async () => {
    const { server, owner, waitForRendering } = await startSite();
    const uploading = owner.upload(photo).catch(() => 'cut off');
    const pid = await waitForRendering();
    await server.kill();
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await uploading).toBe('cut off');
  });

  test('is killed when it exceeds its timeout', async () => {
    const render = createChildProcessRenderer(entry, 1);
    await expect(render(photo, 'jpeg')).rejects.toMatchObject({
      code: 'unreadable',
      message: 'The picture took too long to process. Please upload a smaller one.',
    });
    expect(await findRenderProcesses(process.pid)).toEqual([]);
  });

  test('passes the reason for a rejected file from the child process to the server', async () => {
    const render = createChildProcessRenderer(entry);
    await expect(render(Buffer.from('<svg/>'), 'png')).rejects.toMatchObject({
      code: 'unsupported_type',
    });
    await expect(render(photo, 'png')).rejects.toMatchObject({
      message: 'The file’s type does not match its content: jpeg.',
    });
  });
});
