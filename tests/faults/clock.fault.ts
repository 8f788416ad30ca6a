import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient, adminPassword } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { type Fault, outcome } from './fault';

const HOUR_SECONDS = 3_600;
const YEAR_SECONDS = 8_760 * HOUR_SECONDS;

/** Inquiries from one address after which the next one is rejected. */
const maxInquiries = 30;

/** Password guesses from one address after which the next one is rejected (specified in sign-in-limit). */
const maxGuesses = 5;

/** Returns settings that make a process read its clock from a file, or undefined without faketime. */
function fakeClock(folder: string) {
  const { status, stdout } = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD']);
  if (status !== 0) return undefined;
  const file = join(folder, 'clock');
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  set(0);
  return {
    /** Sets the clock of the running process this many seconds ahead. */
    set,
    env: {
      LD_PRELOAD: stdout.toString().trim().replace('libfaketime.so', 'libfaketimeMT.so'),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // A real clock change affects the wall clock only; the monotonic clock continues.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}

export default {
  name: 'clock',
  guarantee:
    'The clock jumps an hour or a year: no session lives longer, no limit is lost, nobody is locked out, no email waits for a year',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, startServer, onCleanup }) {
    const env = await newDatabase();
    const clock = fakeClock(env.DATA_DIR);
    if (!clock) return { skipped: 'faketime is not installed' };
    const smtp = await startSmtp();
    onCleanup(() => smtp.close());
    const { url, stop } = await startServer({
      ...env,
      ...clock.env,
      TRUST_PROXY: '127.0.0.1,::1',
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
    });
    const problems: string[] = [];
    const guessPassword = async () =>
      (await new ApiClient(url).post('/api/auth/admin/login', { password: 'wrong' })).status;
    const sendInquiry = async (address: string, companyName = 'A company') => {
      const headers = { 'X-Forwarded-For': address };
      const lead = { ...sampleLead, companyName };
      return (await new ApiClient(url).post('/api/leads', lead, headers)).status;
    };
    const isSignedIn = async (api: ApiClient) => (await api.get('/api/leads')).status === 200;

    const owner = new ApiClient(url);
    await owner.signIn();
    const futureOwner = new ApiClient(url);
    for (const [name, shift, staysSignedIn] of [
      ['an hour ahead', HOUR_SECONDS, true],
      ['a year ahead', YEAR_SECONDS, false],
      ['a year back', -YEAR_SECONDS, false],
    ] as const) {
      clock.set(shift);
      if (shift === YEAR_SECONDS) {
        await futureOwner.signIn();
        // Its emails fail and are retried half a minute later: a year ahead of the real time.
        smtp.fail(2);
        await sendInquiry('198.51.100.7', 'From the future');
      }
      if ((await isSignedIn(owner)) !== staysSignedIn) {
        problems.push(`${name}: the session is ${staysSignedIn ? 'lost' : 'open'}`);
      }
      const guesses: number[] = [];
      for (let tries = 0; tries <= maxGuesses; tries += 1) guesses.push(await guessPassword());
      if (guesses.join() !== '401,401,401,401,401,429')
        problems.push(`${name}: guesses ${guesses}`);
      const inquiries: number[] = [];
      for (let sent = 0; sent <= maxInquiries; sent += 1) {
        inquiries.push(await sendInquiry('203.0.113.9'));
      }
      const rejected = inquiries.filter((status) => status === 429).length;
      if (rejected !== 1 || inquiries.at(-1) !== 429) {
        problems.push(`${name}: ${rejected} of ${inquiries.length} inquiries rejected`);
      }
    }
    // With the right time again, locks of the sign-in and delays from a wrong year must be gone, and its session invalid.
    clock.set(0);
    if (await isSignedIn(futureOwner)) problems.push('a session from the future is open');
    const inquiryStatus = await sendInquiry('203.0.113.9');
    if (inquiryStatus !== 201) problems.push(`right again: an inquiry got ${inquiryStatus}`);
    const login = await new ApiClient(url).post('/api/auth/admin/login', {
      password: adminPassword,
    });
    if (login.status !== 200) problems.push(`right again: the owner got ${login.status}`);
    await smtp
      .find(({ subject }) => subject.startsWith('New lead: From the future'))
      .catch(() => problems.push('right again: an email waits for another year'));
    const { code } = await stop();
    if (code !== 0) problems.push(`exit code ${code}`);
    return outcome(
      problems,
      'an hour ahead, a year ahead, a year back, and right again, while it runs',
    );
  },
} satisfies Fault;
