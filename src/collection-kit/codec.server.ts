import { isPictureUrl } from '../lib/picture-url';
import { pictureUrlSchemas, type z } from '../lib/schema';

/** How a column holds a field: as it is, as 0 or 1, as JSON text, or as the address of a picture. */
type ColumnStorage = 'plain' | 'boolean' | 'json' | 'picture';

function getColumnStorage(schema: z.core.$ZodType): ColumnStorage {
  if (pictureUrlSchemas.has(schema)) return 'picture';
  const { def } = schema._zod;
  switch (def.type) {
    case 'array':
      return 'json';
    case 'boolean':
      return 'boolean';
    case 'pipe':
      return getColumnStorage(
        (schema as z.core.$ZodPipe)._zod.def[endsInTransform(schema) ? 'in' : 'out'],
      );
    default:
      return 'plain';
  }
}

const endsInTransform = (schema: z.core.$ZodType) =>
  (schema as z.core.$ZodPipe)._zod.def.out._zod.def.type === 'transform';

export type Cell = string | number | boolean | null;

/**
 * Turns an item's fields into what both engines can store, and back: lists are JSON text, booleans
 * are 0 and 1 (SQLite has no boolean, PostgreSQL reads 1 as true). An address that no picture may have
 * is read as none.
 */
export function createCodec(fields: Record<string, z.core.$ZodType>) {
  const storageByField = new Map(
    Object.entries(fields).map(([name, schema]) => [name, getColumnStorage(schema)]),
  );

  const encodeCell = (name: string, value: unknown): Cell => {
    switch (storageByField.get(name)) {
      case 'json':
        return JSON.stringify(value);
      case 'boolean':
        return Number(value);
      default:
        return value as Cell;
    }
  };

  const decodeCell = (name: string, cell: Cell): unknown => {
    switch (storageByField.get(name)) {
      case 'json':
        return JSON.parse(String(cell));
      case 'boolean':
        return Boolean(cell);
      case 'picture':
        // Stored before the contract refused it: shown as no picture, everywhere.
        return typeof cell === 'string' && isPictureUrl(cell) ? cell : null;
      default:
        return cell;
    }
  };

  return {
    encode: (values: Record<string, unknown>): Record<string, Cell> =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, encodeCell(name, value)]),
      ),
    decode: (row: Record<string, Cell>): Record<string, unknown> =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, decodeCell(name, cell)])),
  };
}
