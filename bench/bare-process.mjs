// A bare node:http server in its own process, as the baseline for the server's benchmarks. It sends
// the same bytes for every request. The parent process provides them over the IPC channel.
import { createServer } from 'node:http';

process.once(
  'message',
  (/** @type {{ status: number, headers: Record<string, string>, body: string }} */ answer) => {
    const body = Buffer.from(answer.body, 'base64');
    const server = createServer((_request, response) => {
      response.writeHead(answer.status, answer.headers);
      response.end(body);
    });
    server.listen(0, 'localhost', () => {
      const address = server.address();
      process.send?.(typeof address === 'object' ? address?.port : undefined);
    });
  },
);
