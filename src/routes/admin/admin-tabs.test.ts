import { expect, it } from 'vitest';
import { adminTabs, buildTabUrl, parseTab } from './admin-tabs';

it('each tab is found by its own address', () => {
  for (const { id } of adminTabs) expect(parseTab(buildTabUrl(id).split('?')[1] ?? '')).toBe(id);
});

it('an unknown tab is the overview', () => {
  for (const search of ['', 'tab=', 'tab=nothing', 'tab=__proto__', 'other=leads']) {
    expect(parseTab(search)).toBe('overview');
  }
});
