import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRegion } from '../../../lib/region';
import type { BaseItem } from '../define-collection';
import {
  buildPublicationInput,
  findChoiceDifferences,
  mergeChoices,
  toPublicationChoice,
  validateChoice,
} from './use-publication-choice';

const live: BaseItem = {
  id: '1',
  createdAt: 'a',
  updatedAt: 'a',
  displayOrder: 0,
  state: 'published',
  publishAt: null,
  unpublishAt: null,
};
const later = { timing: 'later', publishAt: '2030-01-02T09:00', unpublishAt: '' } as const;
const now = { timing: 'now', publishAt: '', unpublishAt: '' } as const;

beforeAll(() => setRegion({ timeZone: 'America/Chicago' }));
afterAll(() => setRegion({}));

describe('buildPublicationInput', () => {
  it('sends only the fields of a new or published item that is published now', () => {
    expect(buildPublicationInput(undefined, { name: 'A' }, now)).toEqual({ name: 'A' });
    expect(buildPublicationInput(live, { name: 'A' }, now)).toEqual({ name: 'A' });
  });

  it('adds to the pending changes of a published item, and publishes them together', () => {
    const changed = { ...live, pending: { title: 'B' } };
    const draft = { ...now, timing: 'draft' } as const;
    expect(buildPublicationInput(changed, { name: 'A' }, draft)).toEqual({
      pending: { title: 'B', name: 'A' },
      publishAt: null,
    });
    expect(buildPublicationInput(changed, { name: 'A' }, now)).toEqual({
      name: 'A',
      state: 'published',
    });
  });

  it('schedules a draft as a whole, and a published item by its changes', () => {
    const publishAt = '2030-01-02T15:00:00.000Z';
    expect(buildPublicationInput({ ...live, state: 'draft' }, {}, later)).toEqual({
      state: 'scheduled',
      publishAt,
    });
    expect(buildPublicationInput(live, { name: 'A' }, later)).toEqual({
      pending: { name: 'A' },
      publishAt,
    });
  });
});

describe('toPublicationChoice', () => {
  it('shows the stored state and times in the time zone of the owner', () => {
    const publishAt = '2030-01-02T15:00:00.000Z';
    expect(toPublicationChoice({ ...live, state: 'scheduled', publishAt })).toEqual(later);
    expect(toPublicationChoice({ ...live, pending: { name: 'A' } }).timing).toBe('draft');
    expect(toPublicationChoice(undefined)).toEqual(now);
  });
});

describe('a choice, when someone else has changed the item', () => {
  const scheduled = { ...live, pending: { name: 'B' }, publishAt: '2030-01-02T15:00:00.000Z' };
  const draft = { ...live, state: 'draft' } as const;
  const asDraft = { ...now, timing: 'draft' } as const;
  const ended = { ...now, unpublishAt: '2031-01-02T09:00' };

  it('follows what is stored where only they changed it, and stays where only it was changed', () => {
    expect(findChoiceDifferences(live, now, scheduled)).toEqual([]);
    expect(mergeChoices(live, now, scheduled)).toEqual(later);
    expect(mergeChoices(live, now, draft)).toEqual(asDraft);
    expect(mergeChoices(live, asDraft, live)).toEqual(asDraft);
    const { unpublishAt } = ended;
    expect(mergeChoices(live, ended, scheduled)).toEqual({ ...later, unpublishAt });
  });

  it('is a question where both have changed it to different values', () => {
    expect(findChoiceDifferences(live, asDraft, scheduled)).toEqual([
      { name: 'publishAt', mine: 'draft', theirs: later.publishAt },
    ]);
    expect(mergeChoices(live, asDraft, scheduled, { publishAt: 'mine' })).toEqual(asDraft);
    expect(mergeChoices(live, asDraft, scheduled, { publishAt: 'theirs' })).toEqual(later);
    // Both publish it now; the time that the choice was made from no longer matters.
    expect(findChoiceDifferences(scheduled, { ...later, timing: 'now' }, live)).toEqual([]);
    // Both take it down.
    expect(findChoiceDifferences(live, { ...now, timing: 'down' }, draft)).toEqual([]);
  });

  it('keeps its end where its time replaces the draft that they have made, which has none', () => {
    const ending = { ...scheduled, unpublishAt: '2031-01-02T15:00:00.000Z' };
    const mine = { ...toPublicationChoice(ending), publishAt: '2030-02-02T09:00' };
    expect(mergeChoices(ending, mine, draft, { publishAt: 'mine' })).toEqual(mine);
  });

  it.each([
    ['they published the item', live, 'now'],
    ['they chose a time for it', scheduled, later.publishAt],
  ])('is a question where changes for a draft would go live because %s', (_, stored, theirs) => {
    expect(findChoiceDifferences(draft, asDraft, stored)).toEqual([
      { name: 'publishAt', mine: 'draft', theirs },
    ]);
    expect(mergeChoices(draft, asDraft, stored)).toEqual(asDraft);
  });
});

describe('validateChoice', () => {
  it('rejects a missing or past publication time, and an end before the start', () => {
    const at = new Date('2030-01-01T00:00Z');
    expect(validateChoice(later, at)).toEqual({});
    expect(validateChoice({ ...later, publishAt: '' }, at)).toHaveProperty('publishAt');
    expect(validateChoice({ ...later, publishAt: '2029-01-01T00:00' }, at)).toHaveProperty(
      'publishAt',
    );
    expect(validateChoice({ ...later, unpublishAt: '2030-01-02T08:00' }, at)).toHaveProperty(
      'unpublishAt',
    );
  });
});
