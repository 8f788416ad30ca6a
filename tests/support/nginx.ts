import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideProgram } from './debian-packages';
import { freePort } from './free-port';
import { temporaryFolder } from './temporary-folder';
import { waitForProgram } from './wait-for-program';

const siteFile = fileURLToPath(new URL('../../deploy/nginx/crewbridge.conf', import.meta.url));

const mainSettings = (folder: string) => [
  ...(process.getuid?.() === 0 ? ['user root;'] : []),
  `pid ${folder}/pid;`,
  'daemon off;',
  `error_log ${folder}/error.log;`,
  'events {}',
  'http {',
  ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  ),
  'include site.conf;',
  '}',
];

function writeCertificate(folder: string): void {
  const key = ['-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
  execFileSync(
    provideProgram('openssl') ?? 'openssl',
    ['req', '-x509', ...key, '-subj', '/CN=crew.example', ...files],
    { cwd: folder, stdio: 'pipe' },
  );
}

/**
 * Starts a real nginx with the site's own file, on other ports and with its own certificate. It stops
 * with this process.
 * @param upstreamPorts the ports of the site's processes
 * @throws with nginx's message if it refuses the file
 */
export async function startNginx(program: string, upstreamPorts: readonly number[]) {
  const folder = temporaryFolder('disk');
  const { path } = folder;
  chmodSync(path, 0o755);
  writeCertificate(path);
  const port = await freePort();
  const text = readFileSync(siteFile, 'utf8');
  const [upstream = ''] = /^ *server 127\.0\.0\.1:3000.*\n/m.exec(text) ?? [];
  const site = text
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/^ *server 127\.0\.0\.1:3001.*\n/m, '')
    .replace(upstream, upstreamPorts.map((it) => upstream.replace('3000', String(it))).join(''))
    .replaceAll('/etc/letsencrypt/live/crew.example', path)
    .replaceAll('/var/log/nginx', path);
  writeFileSync(join(path, 'site.conf'), site);
  const file = join(path, 'nginx.conf');
  writeFileSync(file, mainSettings(path).join('\n'));

  const args = ['-p', path, '-c', file, '-e', 'stderr'];
  const { status, stderr } = spawnSync(program, ['-t', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const child = spawn(program, args, { stdio: 'ignore' });
  // Its workers end with it. SIGKILL would leave them behind.
  const stop = await waitForProgram(child, { port, folder, signal: 'SIGTERM' });
  /** Reads its access log and its error logs. */
  const readLogs = () =>
    readdirSync(path)
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFileSync(join(path, name), 'utf8'))
      .join('');
  return { /** Accepts TLS on the loopback interface. */ port, readLogs, stop };
}
