import { describe, expect, test } from 'vitest';
import { removePersonalData } from '../../src/analytics/client-errors/routes.server';
import { renderMarkdown } from '../../src/content/pages/markdown.server';
import { sanitizeSvg } from '../../src/foundation/media/svg.server';
import { toOriginForm } from '../../src/http/malformed-requests.server';
import { parseCsv } from '../../src/leads/csv/parse-csv';
import { parseInquiryPeople } from '../../src/leads/inquiry/inquiry-message';
import { isSpamText } from '../../src/leads/inquiry/spam';
import { requiredProse, requiredText, textList } from '../../src/lib/schema';
import { findPage } from '../../src/routes/pages';

/** What reads text from outside, with a length that it can get, and how text for it may begin. */
const readers: [
  name: string,
  maxLength: number,
  read: (text: string) => unknown,
  starts?: string[],
][] = [
  ['renderMarkdown', 60_000, renderMarkdown, ['', '## a', '"']],
  [
    'sanitizeSvg',
    300_000,
    (text) => sanitizeSvg(Buffer.from(text)),
    ['<svg>', 'url(', 'href=', '"'],
  ],
  ['parseCsv', 50_000, (text) => parseCsv(text, 10_000), ['', '"']],
  ['parseInquiryPeople', 5_000, parseInquiryPeople, ['', 'About: ']],
  [
    'isSpamText',
    5_000,
    (message) => isSpamText({ companyName: message, contactName: message, message }),
  ],
  ['removePersonalData', 300, removePersonalData],
  ['toOriginForm', 100_000, toOriginForm],
  ['findPage', 100_000, findPage],
  ['requiredText', 100_000, (text) => requiredText(200).safeParse(text)],
  ['requiredProse', 100_000, (text) => requiredProse(200).safeParse(text)],
  ['textList', 100_000, (text) => textList().safeParse([text])],
];

/** Repeated parts that patterns scan again and again when they don't match. */
const parts = [
  ...['/', ' ', '\t', '\n', 'a', 'ab ', '1', '"', "'", ';', '<', '[', '`', '*a ', '{#cookies} '],
  ...['<a ', '<!DOCTYPE ', 'url( ', 'href= ', 'http://a', 'a@', 'a (', '\u200b', '\u200d', '👩'],
];
const ends = ['', '#', 'x'];

const listTexts = (length: number, starts: readonly string[]) =>
  starts.flatMap((start) =>
    parts.flatMap((part) =>
      ends.map(
        (end) => start + part.repeat(Math.floor(length / part.length)).slice(0, length - 20) + end,
      ),
    ),
  );

/** Measures the processor time, on which other programs have little influence. */
function measureMs(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

describe('a long text', () => {
  test.each(readers)(
    'is read by %s in time that grows with its length',
    (_, maxLength, read, starts = ['']) => {
      for (const text of listTexts(maxLength, starts)) {
        const ms = measureMs(() => {
          // Errors about the text are expected; only the time counts.
          try {
            read(text);
          } catch {}
        });
        expect(ms, JSON.stringify([text.slice(0, 20), text.at(-1)])).toBeLessThan(2_000);
      }
    },
  );
});
