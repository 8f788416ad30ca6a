import { type PageName, pageNames } from '../../../features/pages/contract';
import { defaultBlocks } from '../../../features/pages/defaults.server';
import type { PublicPages } from '../../../features/pages/public-contract';
import { listKeys } from '../../../lib/list-keys';
import type { OperationExamples } from '../complete-openapi-document.server';
import { historyEntry, otherId, publication, updatedAt } from './example-values.server';

const { hero, talent, contact } = defaultBlocks.home;

/** Public content of each page. */
const publicExamples: PublicPages = {
  home: {
    hero: {
      line1: hero.line1,
      line2: hero.line2,
      text: hero.text,
      buttons: [hero.firstButton, hero.secondButton].filter((button) => button !== null),
      hours: '8 am to 8 pm',
      schedule: null,
    },
    sections: [{ id: 'talent', ...talent }],
    contact,
  },
  talent: { header: defaultBlocks.talent.header },
  privacy: {
    header: { title: defaultBlocks.privacy.text.title, intro: defaultBlocks.privacy.text.intro },
    sections: [{ title: 'Why', html: '<p>To reply to you.</p>' }],
  },
};

const changes: Record<PageName, [block: string, change: Record<string, unknown>]> = {
  home: ['pricing', { title: 'What it costs' }],
  talent: ['header', { title: 'Our people' }],
  privacy: ['text', { markdown: '## Why\n\nTo reply to you.' }],
};

function buildPageExamples(page: PageName): Record<string, OperationExamples> {
  const defaults: Record<string, Record<string, unknown>> = defaultBlocks[page];
  const [block, change] = changes[page];
  const unchanged = { isDefault: true, updatedAt: null, by: null, ...publication };
  const after = { ...defaults[block], ...change };
  const forOwner = {
    version: updatedAt,
    blocks: {
      ...Object.fromEntries(
        listKeys(defaults).map((name) => [name, { value: defaults[name], ...unchanged }]),
      ),
      [block]: { ...unchanged, value: after, isDefault: false, updatedAt, by: 'admin' },
    },
  };
  const name = `${page[0]?.toUpperCase()}${page.slice(1)}Page`;
  return {
    [`get${name}`]: { response: publicExamples[page] },
    [`update${name}`]: { request: { [block]: change }, response: forOwner },
    [`preview${name}`]: {
      request: { [block]: change },
      response: { html: '<!doctype html><title>Crewbridge</title>' },
    },
    [`preview${name}Block`]: {
      response: {
        url: `/?preview=pages/${page}.${block}.1772634600000.c2lnbmF0dXJl`,
        expiresAt: updatedAt,
      },
    },
    [`list${name}History`]: {
      response: [{ ...historyEntry, subject: 'pages', before: defaults[block], after }],
    },
    [`restore${name}Block`]: { request: { entryId: otherId, side: 'before' }, response: forOwner },
  };
}

/** The examples of the pages' operations. */
export const pageExamples: Record<string, OperationExamples> = Object.assign(
  {},
  ...pageNames.map(buildPageExamples),
);
