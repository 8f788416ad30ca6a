import { describe, expect, it } from 'vitest';
import { computeToastTop } from './use-toast-position';

const phone = { top: 0, bottom: 844 };
const box = (top: number, bottom: number) => ({ top, bottom, left: 16, width: 358 });

describe('computeToastTop', () => {
  it('places the toast above a dialog that leaves room there', () => {
    expect(computeToastTop(70, box(300, 560), { top: 370, bottom: 490 }, phone)).toBe(218);
  });

  it('places the toast below a dialog at the top of the screen', () => {
    expect(computeToastTop(70, box(10, 560), { top: 80, bottom: 490 }, phone)).toBe(572);
  });

  it('places the toast right above the buttons of a dialog that fills the screen', () => {
    expect(computeToastTop(70, box(16, 828), { top: 90, bottom: 740 }, phone)).toBe(658);
  });

  it('places the toast above the on-screen keyboard', () => {
    const view = { top: 0, bottom: 480 };
    expect(computeToastTop(70, box(16, 828), { top: 90, bottom: 740 }, view)).toBe(398);
  });

  it('places the toast below the dialog’s title even when there is little room', () => {
    const view = { top: 0, bottom: 140 };
    expect(computeToastTop(70, box(16, 828), { top: 90, bottom: 740 }, view)).toBe(102);
  });
});
