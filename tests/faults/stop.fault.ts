import { setTimeout as pause } from 'node:timers/promises';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { type Fault, outcome } from './fault';

export default {
  name: 'stop',
  promise: 'SIGTERM under load: no request in flight is dropped, the process ends within 10 s',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number }) {
    const rounds = number('stops', 5);
    const env = await newDatabase();
    const wrong: string[] = [];
    let answered = 0;
    let slowest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(env);
      let isStopping = false;
      const clients = Array.from({ length: 20 }, async () => {
        while (!isStopping) {
          const before = isStopping;
          try {
            const answer = await fetch(`${server.url}/api/leads`, {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify(sampleLead),
            });
            await answer.text();
            if (answer.status === 201) answered += 1;
            else if (answer.status !== 503) wrong.push(`answered ${answer.status}`);
          } catch (error) {
            // Refused before it was taken on is no request in flight.
            const cause = (error as { cause?: { code?: string } }).cause?.code;
            if (!before && !isStopping) wrong.push(`dropped before the stop: ${cause}`);
            else if (cause !== 'ECONNREFUSED' && cause !== 'UND_ERR_SOCKET') {
              wrong.push(`dropped: ${cause}`);
            }
          }
        }
      });
      await pause(300);
      isStopping = true;
      const started = performance.now();
      const { code } = await server.stop();
      slowest = Math.max(slowest, performance.now() - started);
      if (code !== 0) wrong.push(`exit code ${code}`);
      await Promise.all(clients);
    }
    if (slowest > 10_000) wrong.push(`${Math.round(slowest)} ms until it had ended`);
    return outcome(
      wrong,
      `${rounds} stops, ${answered} answers, ended in ${Math.round(slowest)} ms at most`,
    );
  },
} satisfies Fault;
