import { describe, expect, it } from 'vitest';
import { computeToastTop } from './use-toast-position';

const phoneHeight = 844;

describe('computeToastTop', () => {
  it.each<[string, [number, number], [number, number], number, number]>([
    ['above a dialog that leaves room there', [300, 560], [370, 490], phoneHeight, 218],
    ['below a dialog at the top of the screen', [10, 560], [80, 490], phoneHeight, 572],
    ['right above the buttons of a dialog that fills it', [16, 828], [90, 740], phoneHeight, 658],
    ['above the on-screen keyboard', [16, 828], [90, 740], 480, 398],
    ['below the dialog’s title even when there is little room', [16, 828], [90, 740], 140, 102],
  ])('places the toast %s', (_, dialog, content, height, expected) => {
    const box = { top: dialog[0], bottom: dialog[1], left: 16, width: 358 };
    const view = { top: 0, bottom: height };
    expect(computeToastTop(70, box, { top: content[0], bottom: content[1] }, view)).toBe(expected);
  });
});
