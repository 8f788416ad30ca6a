/** The encodings that a byte order mark tells apart; without one, a file is UTF-8. */
const markedEncodings = { fffe: 'utf-16le', feff: 'utf-16be' } as const;

const isMark = (mark: string): mark is keyof typeof markedEncodings => mark in markedEncodings;

/**
 * Decodes a file: UTF-8, or UTF-16 as Excel writes "Unicode Text".
 * @throws TypeError when it has another encoding
 */
export function decodeCsv(bytes: Uint8Array): string {
  const mark = [...bytes.subarray(0, 2)].map((byte) => byte.toString(16)).join('');
  const encoding = isMark(mark) ? markedEncodings[mark] : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
