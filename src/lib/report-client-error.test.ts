import { expect, test } from 'vitest';
import { describeEngine } from './report-client-error';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', 'Firefox 115'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Safari/605.1.15',
    'Safari 16.4',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/112.0 Mobile/15E148 Safari/604.1',
    'iOS 16.4',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0.0.0 Safari/537.36 Edg/111.0',
    'Chrome 111',
  ],
  ['curl/8.5.0', 'Other'],
])('describeEngine names the engine of %s', (userAgent, engine) => {
  expect(describeEngine(userAgent)).toBe(engine);
});
