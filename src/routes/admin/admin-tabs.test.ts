import { describe, expect, it } from 'vitest';
import { adminTabs, buildTabUrl, parseTab } from './admin-tabs';

describe('parseTab', () => {
  it('finds each tab in the URL that buildTabUrl creates for it', () => {
    for (const { id } of adminTabs) expect(parseTab(buildTabUrl(id).split('?')[1] ?? '')).toBe(id);
  });

  it('returns the overview for a missing or unknown tab', () => {
    for (const search of ['', 'tab=', 'tab=nothing', 'tab=__proto__', 'other=leads']) {
      expect(parseTab(search)).toBe('overview');
    }
  });
});
