import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { renderingApart } from '../../src/features/pictures/rendering-apart.server';
import { ApiClient } from '../api-client';
import { samplePicture } from '../pictures';
import { adminPassword, startEmptySite } from './empty-site';

const entry = fileURLToPath(new URL('../../dist/server/render-picture.server.js', import.meta.url));

/** Takes a second or so. */
let photo: Buffer;

beforeAll(async () => {
  photo = await samplePicture('jpeg', { width: 7000, height: 5000 });
});

/** The renderings that a process has begun and not ended. */
async function renderingsOf(parent: number): Promise<number[]> {
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

async function site() {
  const server = await startEmptySite();
  const owner = new ApiClient(server.url);
  await owner.signIn(adminPassword);
  return {
    server,
    owner,
    async upload(bytes: Buffer) {
      const { body } = await owner.post('/api/objects/upload');
      const { uploadURL } = body as { uploadURL: string };
      return owner.request('PUT', uploadURL, bytes, { 'Content-Type': 'image/jpeg' });
    },
    /** The rendering that is under way, as soon as there is one. */
    async rendering() {
      let found: number[] = [];
      await expect
        .poll(async () => (found = await renderingsOf(server.pid)), { interval: 5 })
        .toHaveLength(1);
      const [pid = 0] = found;
      return pid;
    },
  };
}

test('what reads pictures is not in the server, and is gone once it has read one', async () => {
  const { server, owner, upload, rendering } = await site();
  const sent = upload(photo);
  const pid = await rendering();
  const answer = await sent;
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ width: 1800, height: 1286 });
  const { servingPath } = answer.body as { servingPath: string };
  expect((await owner.get(`${servingPath}/720.webp`)).status).toBe(200);
  expect(await isAlive(pid)).toBe(false);
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${server.pid}/maps`, 'utf8')).not.toContain('libvips');
  }
});

test('a reading that dies is said clearly, and nothing else is lost', async () => {
  const { owner, upload, rendering } = await site();
  const sent = upload(photo);
  process.kill(await rendering(), 'SIGKILL');
  expect(await sent).toMatchObject({
    status: 422,
    body: { code: 'unreadable', message: expect.stringContaining('could not be read') },
  });
  expect((await upload(photo)).status).toBe(200);
  expect((await owner.get('/api/auth/admin/check')).status).toBe(200);
});

test('a reading ends with the server, however that ends', async () => {
  const { server, upload, rendering } = await site();
  const sent = upload(photo).catch(() => 'cut off');
  const pid = await rendering();
  await server.kill();
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(await sent).toBe('cut off');
});

test('a reading that takes too long is ended', async () => {
  const render = renderingApart(entry, 1);
  await expect(render(photo, 'jpeg')).rejects.toMatchObject({
    code: 'unreadable',
    message: 'The picture takes too long to read.',
  });
  expect(await renderingsOf(process.pid)).toEqual([]);
});

test('what the file is refused for is heard from there', async () => {
  const render = renderingApart(entry);
  await expect(render(Buffer.from('<svg/>'), 'png')).rejects.toMatchObject({
    code: 'unsupported_type',
  });
  await expect(render(photo, 'png')).rejects.toMatchObject({
    message: 'The file is of another type than it says: jpeg.',
  });
});
