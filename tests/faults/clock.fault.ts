import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { startSmtp } from '../smtp';
import { adminPassword, type Fault, outcome } from './fault';

const hour = 3_600;
const year = 8_760 * hour;

/** Enquiries of one address after which the next is refused (specified in enquiry-limit). */
const mostEnquiries = 30;

/** Guesses of one address after which the next is refused (specified in sign-in-limit). */
const mostGuesses = 5;

/** Settings under which a process takes its clock from a file. @returns undefined where faketime is missing */
function fakeClock(folder: string) {
  const { status, stdout } = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD']);
  if (status !== 0) return undefined;
  const file = join(folder, 'clock');
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  set(0);
  return {
    /** Sets the clock of the running process. @param seconds that it is ahead */
    set,
    env: {
      LD_PRELOAD: stdout.toString().trim().replace('libfaketime.so', 'libfaketimeMT.so'),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // A wrong clock is set, or jumps; the time since the machine's start goes on.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}

export default {
  name: 'clock',
  promise:
    'A clock that jumps an hour or a year: no session lives longer, no limit is lost or stays, no mail waits for a year',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, afterwards }) {
    const env = await newDatabase();
    const clock = fakeClock(env.DATA_DIR);
    if (!clock) return { skipped: 'faketime is not installed' };
    const smtp = await startSmtp();
    afterwards(() => smtp.close());
    const { url, kill, stop } = await startServer({
      ...env,
      ...clock.env,
      TRUST_PROXY: '127.0.0.1,::1',
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
    });
    afterwards(() => kill());
    const wrong: string[] = [];
    const statusOfGuess = async () =>
      (await new ApiClient(url).post('/api/auth/admin/login', { password: 'wrong' })).status;
    const statusOfEnquiry = async (address: string, companyName = 'A company') =>
      (
        await new ApiClient(url).post(
          '/api/leads',
          { ...sampleLead, companyName },
          { 'X-Forwarded-For': address },
        )
      ).status;
    const isIn = async (api: ApiClient) => (await api.get('/api/leads')).status === 200;

    const owner = new ApiClient(url);
    await owner.signIn(adminPassword);
    const late = new ApiClient(url);
    for (const [name, shift, isOpen] of [
      ['an hour ahead', hour, true],
      ['a year ahead', year, false],
      ['a year back', -year, false],
    ] as const) {
      clock.set(shift);
      if (shift === year) {
        await late.signIn(adminPassword);
        // Its mails are to be tried again half a minute later: a year ahead.
        smtp.fail(2);
        await statusOfEnquiry('198.51.100.7', 'From the future');
      }
      if ((await isIn(owner)) !== isOpen) {
        wrong.push(`${name}: the session is ${isOpen ? 'lost' : 'open'}`);
      }
      const guesses: number[] = [];
      for (let tries = 0; tries <= mostGuesses; tries += 1) guesses.push(await statusOfGuess());
      if (guesses.join() !== '401,401,401,401,401,429') wrong.push(`${name}: guesses ${guesses}`);
      const enquiries: number[] = [];
      for (let sent = 0; sent <= mostEnquiries; sent += 1) {
        enquiries.push(await statusOfEnquiry('203.0.113.9'));
      }
      const refused = enquiries.filter((status) => status === 429).length;
      if (refused !== 1 || enquiries.at(-1) !== 429) {
        wrong.push(`${name}: ${refused} of ${enquiries.length} enquiries refused`);
      }
    }
    // What was locked or put off in a wrong year is not in the right one; what was opened there is not open.
    clock.set(0);
    if (await isIn(late)) wrong.push('a session of the future is open');
    const enquiry = await statusOfEnquiry('203.0.113.9');
    if (enquiry !== 201) wrong.push(`right again: an enquiry is answered ${enquiry}`);
    const back = await new ApiClient(url).post('/api/auth/admin/login', {
      password: adminPassword,
    });
    if (back.status !== 200) wrong.push(`right again: the owner is answered ${back.status}`);
    const deadline = Date.now() + 20_000;
    const isDelivered = async () =>
      (await smtp.received(0)).some(({ subject }) => subject === 'New lead: From the future');
    while (!(await isDelivered()) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    if (!(await isDelivered())) wrong.push('right again: a mail waits for another year');
    const { code } = await stop();
    if (code !== 0) wrong.push(`exit code ${code}`);
    return outcome(
      wrong,
      'an hour ahead, a year ahead, a year back, and right again, while it runs',
    );
  },
} satisfies Fault;
