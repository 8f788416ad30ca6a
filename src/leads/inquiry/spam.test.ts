import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSpamText } from './spam';

/** Reads inquiries as people, or spammers, write them: company, name and message in each line. */
function readInquiries(name: string) {
  const lines = readFileSync(`tests/support/fixtures/${name}.txt`, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [companyName = '', contactName = '', message = ''] = line.split(' | ');
    return { companyName, contactName, message };
  });
}

const honestTexts = readInquiries('honest-inquiries');
const spamTexts = readInquiries('spam-inquiries');

const minMarked = 27;

describe('isSpamText', () => {
  it('marks none of 35 honest inquiries', () => {
    expect(honestTexts).toHaveLength(35);
    expect(honestTexts.filter(isSpamText)).toEqual([]);
  });

  it('marks at least 27 of 30 spam inquiries', () => {
    expect(spamTexts).toHaveLength(30);
    const unmarked = spamTexts.filter((text) => !isSpamText(text));
    expect(unmarked.length, JSON.stringify(unmarked)).toBeLessThanOrEqual(30 - minMarked);
  });

  it('takes no longer for the longest message than a request may take', () => {
    const inquiry = { companyName: 'a', contactName: 'b' };
    for (const part of ['a', 'earn ', 'seo ', '$ ', 'buy www.', 'rank ']) {
      // CPU time: on a busy machine, other processes run meanwhile.
      const startedAt = process.cpuUsage();
      isSpamText({ ...inquiry, message: part.repeat(5_000).slice(0, 5_000) });
      expect(process.cpuUsage(startedAt).user / 1000, part).toBeLessThan(50);
    }
  });
});
