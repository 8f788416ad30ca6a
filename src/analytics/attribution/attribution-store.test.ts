import { afterEach, describe, expect, test, vi } from 'vitest';

/** Loads the module as a page does, in a browser that blocks its storage. */
async function loadWithoutStorage() {
  vi.stubGlobal('document', { referrer: '' });
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('Blocked', 'SecurityError');
    },
    setItem() {
      throw new DOMException('Blocked', 'SecurityError');
    },
  });
  vi.resetModules();
  return import('./attribution-store');
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('attribution in a browser that blocks storage', () => {
  test('lasts as long as the page, so that an inquiry has its source', async () => {
    const { readStoredAttribution, recordTouch } = await loadWithoutStorage();
    expect(readStoredAttribution()).toBeNull();
    recordTouch(new URL('https://crewbridge.example/?utm_source=spring-ad'));
    expect(readStoredAttribution()).toMatchObject({
      last: { campaign: { utm_source: 'spring-ad' } },
    });
  });
});
