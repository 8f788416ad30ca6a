import { describe, expect, test } from 'vitest';
import { type DuplicateChoices, findChoice, formatChoices } from './import-choices';
import { correctCell, readImportFile } from './import-file';

describe('choices for duplicate rows', () => {
  test('stay with their rows when a corrected cell changes the line numbers of the file', async () => {
    const file = await readImportFile(new File(['Name,Email\n\nAnn,a@x\nBen,b@x\n'], 'a.csv'));
    if (typeof file === 'string') throw new Error(file);
    const choices: DuplicateChoices = { all: 'skip', rows: new Map([[4, 'add']]) };
    expect(formatChoices(file, choices)).toBe('4:add');
    const corrected = correctCell(file, 3, 1, 'ann@x.example');
    expect(formatChoices(corrected, choices)).toBe('3:add');
    expect(findChoice(corrected, 3, choices)).toBe('add');
    expect(findChoice(corrected, 2, choices)).toBe('skip');
  });
});
