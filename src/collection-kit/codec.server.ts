import { isPictureUrl } from '../lib/picture-url';
import type { FieldKind } from '../lib/schema';

export type Cell = string | number | boolean | null;

function encodeCell(kind: FieldKind | undefined, value: unknown): Cell {
  switch (kind) {
    case 'list':
      return JSON.stringify(value);
    case 'boolean':
      return Number(value);
    default:
      return value as Cell;
  }
}

function decodeCell(kind: FieldKind | undefined, cell: Cell): unknown {
  switch (kind) {
    case 'list':
      return JSON.parse(String(cell));
    case 'boolean':
      return Boolean(cell);
    case 'picture':
      // The URL may have been stored before the contract rejected it. Null hides the picture
      // everywhere.
      return typeof cell === 'string' && isPictureUrl(cell) ? cell : null;
    default:
      return cell;
  }
}

/**
 * Converts an item's fields into cells that both engines can store, and back. Lists are JSON text
 * and booleans are 0 and 1: SQLite has no boolean, and PostgreSQL reads 1 as true. Managed columns,
 * which have no kind, are stored as they are.
 */
export function createCodec({ kinds }: { kinds: Readonly<Record<string, FieldKind>> }) {
  return {
    encode: (values: Record<string, unknown>): Record<string, Cell> =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, encodeCell(kinds[name], value)]),
      ),
    decode: (row: Record<string, Cell>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, decodeCell(kinds[name], cell)]),
      ),
  };
}
