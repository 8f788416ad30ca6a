import { budget, bytesOf, weigh, weighedOn } from '../page-weight';
import { bytesOfReactAlone } from '../react-alone';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';

test.use({ viewport: weighedOn });

for (const path of ['/', '/talent']) {
  test(`${path} keeps to its budget of bytes and requests`, async ({ page, server }) => {
    const url = server.url + path;
    // Asked for until it is kept in its smallest form.
    await expect
      .poll(async () => {
        const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
        await response.arrayBuffer();
        return response.headers.get('content-encoding');
      })
      .toBe('br');
    const fetched = await weigh(page, url);
    const early = fetched.filter(({ isEarly }) => isEarly);
    expect(early.length, 'requests before the load event').toBeLessThanOrEqual(budget.requests);
    const origins = new Set(fetched.map((file) => new URL(file.url).origin));
    expect([...origins]).toEqual([new URL(server.url).origin]);

    const floor = await bytesOfReactAlone();
    expect(bytesOf(fetched, 'JS') / floor, 'JavaScript, of React alone').toBeLessThanOrEqual(
      budget.ofReact,
    );
    for (const kind of ['HTML', 'CSS', 'fonts'] as const) {
      expect(bytesOf(fetched, kind), kind).toBeLessThanOrEqual(budget[kind]);
    }
  });
}

test('/enquiry loads little more, in few files', async ({ page, server }) => {
  const scripts = (await weigh(page, `${server.url}/enquiry`)).filter(({ kind }) => kind === 'JS');
  expect(scripts.length).toBeLessThanOrEqual(11);
  expect(bytesOf(scripts, 'JS') / (await bytesOfReactAlone())).toBeLessThanOrEqual(1.6);
});

test('nothing of React is asked for while the first paint waits for its styles', async ({
  page,
  server,
}) => {
  const sendStyles = await holdRequests(page, '**/*.css');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  expect(scripts).toHaveLength(1);
  sendStyles();
  await expect.poll(() => scripts.length).toBeGreaterThan(2);
});
