// A bare node:http server in its own process, as the baseline for the server's benchmarks. It sends
// the same bytes for every request. The parent process provides them over the IPC channel.
import { createServer } from 'node:http';

process.once(
  'message',
  (/** @type {{ status: number, headers: Record<string, string>, body: string }} */ recorded) => {
    const body = Buffer.from(recorded.body, 'base64');
    const server = createServer((_request, response) => {
      response.writeHead(recorded.status, recorded.headers);
      response.end(body);
    });
    server.listen(0, 'localhost', () => {
      const address = server.address();
      process.send?.(typeof address === 'object' ? address?.port : undefined);
    });
  },
);
