/** What the server reads, by content type. */
export const readTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

interface UnreadFormat {
  types: readonly string[];
  /** Endings of file names: some systems know no type for these formats. */
  endings: readonly string[];
  /** Why it isn't taken, and what to do. */
  reason: string;
}

const exportAs = 'Export it as JPEG, PNG or WebP and try again.';

const unreadFormats = {
  svg: {
    types: ['image/svg+xml'],
    endings: ['svg', 'svgz'],
    reason:
      'SVG files are not accepted, because they can contain scripts. Export the drawing as PNG or WebP and try again.',
  },
  heic: {
    types: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    endings: ['heic', 'heif', 'hif'],
    reason: `HEIC photos can't be read here. ${exportAs}`,
  },
  tiff: {
    types: ['image/tiff', 'image/tiff-fx'],
    endings: ['tif', 'tiff'],
    reason: `TIFF pictures can't be read here. ${exportAs}`,
  },
  bmp: {
    types: ['image/bmp', 'image/x-ms-bmp'],
    endings: ['bmp', 'dib'],
    reason: `BMP pictures can't be read here. ${exportAs}`,
  },
  jxl: {
    types: ['image/jxl'],
    endings: ['jxl'],
    reason: `JPEG XL pictures can't be read here. ${exportAs}`,
  },
  psd: {
    types: ['image/vnd.adobe.photoshop', 'image/x-photoshop'],
    endings: ['psd', 'psb'],
    reason: `Photoshop files can't be read here. ${exportAs}`,
  },
} as const satisfies Record<string, UnreadFormat>;

/** A picture format that the server recognizes and does not read. */
export type UnreadFormatName = keyof typeof unreadFormats;

const formats: readonly UnreadFormat[] = Object.values(unreadFormats);

/** Tells why a format isn't taken, and what to do. */
export const explainUnreadFormat = (name: UnreadFormatName): string => unreadFormats[name].reason;

/**
 * Tells why files of a content type aren't taken, and what to do.
 * @param type in lower case, without parameters
 * @returns undefined for what is read, and for what is no picture
 */
export function explainUnreadType(type: string): string | undefined {
  if (!type.startsWith('image/') || readTypes.includes(type)) return undefined;
  const format = formats.find(({ types }) => types.includes(type));
  return format?.reason ?? `Pictures of this format can't be read here. ${exportAs}`;
}

/** The same for a file's name. @returns undefined when its ending names no format that isn't read */
export function explainUnreadName(name: string): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return formats.find(({ endings }) => endings.includes(ending))?.reason;
}
