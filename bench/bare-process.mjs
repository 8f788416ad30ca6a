// The floor that the server is measured against: a bare node:http server, in a process of its own, that
// answers every request with the same bytes. What it answers comes over the channel of its parent.
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
