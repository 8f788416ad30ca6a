import { describe, expect, test } from 'vitest';
import { formatOpenHours } from './format-open-hours';

const workday = [{ from: '09:00', to: '17:00' }];

describe('formatOpenHours', () => {
  test('groups consecutive days with the same hours', () => {
    const friday = [{ from: '09:00', to: '13:00' }];
    const hours = formatOpenHours([workday, workday, workday, workday, friday, [], []]);
    expect(hours).toBe('Monday to Thursday, 9 am to 5 pm; Friday, 9 am to 1 pm');
  });

  test('lists both spans of a day, and does not group days that a closed day separates', () => {
    const split = [
      { from: '09:00', to: '12:00' },
      { from: '13:30', to: '17:00' },
    ];
    const hours = formatOpenHours([split, [], split, [], [], [], []]);
    expect(hours).toBe(
      'Monday, 9 am to 12 pm and 1:30 pm to 5 pm; Wednesday, 9 am to 12 pm and 1:30 pm to 5 pm',
    );
  });

  test('joins two days that follow each other', () => {
    expect(formatOpenHours([[], [], [], [], [], workday, workday])).toBe(
      'Saturday and Sunday, 9 am to 5 pm',
    );
  });

  test('says that a day is open around the clock', () => {
    const allDay = [{ from: '00:00', to: '24:00' }];
    expect(formatOpenHours([allDay, allDay, allDay, [], [], [], []])).toBe(
      'Monday to Wednesday, all day',
    );
  });

  test('returns an empty string when every day is closed', () => {
    expect(formatOpenHours([[], [], [], [], [], [], []])).toBe('');
  });
});
