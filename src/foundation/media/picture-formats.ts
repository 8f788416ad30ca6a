/** Maximum file size (specification, section 5). */
export const maxPictureBytes = 10_485_760;

/** The supported formats, under sharp's names, which are also those of their content types. */
export const pictureFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The formats that an upload may declare. SVG is for logos only. */
export const declarableFormats = [...pictureFormats, 'svg'] as const;

export type DeclaredFormat = (typeof declarableFormats)[number];

/** The renderer's input: an upload of a declared format, or a stored logo that becomes an icon. */
export const renderTargets = [...declarableFormats, 'icon'] as const;

export type RenderTarget = (typeof renderTargets)[number];

/** The content types of the supported formats. */
export const supportedTypes: readonly string[] = pictureFormats.map((format) => `image/${format}`);

/** SVG is accepted for logos, which are rendered to pixels. */
export const svgType = 'image/svg+xml';

interface UnsupportedFormat {
  types: readonly string[];
  /** File name extensions: some systems have no content type for these formats. */
  extensions: readonly string[];
  /** Why it isn't supported, and what to do instead. */
  reason: string;
}

const exportAdvice = 'Export it as JPEG, PNG or WebP and try again.';

const unsupportedFormats = {
  svg: {
    types: [svgType],
    extensions: ['svg', 'svgz'],
    reason:
      'SVG files are not accepted, because they can contain scripts. Export the drawing as PNG or WebP and try again.',
  },
  heic: {
    types: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    extensions: ['heic', 'heif', 'hif'],
    reason: `HEIC photos can't be read here. ${exportAdvice}`,
  },
  tiff: {
    types: ['image/tiff', 'image/tiff-fx'],
    extensions: ['tif', 'tiff'],
    reason: `TIFF pictures can't be read here. ${exportAdvice}`,
  },
  bmp: {
    types: ['image/bmp', 'image/x-ms-bmp'],
    extensions: ['bmp', 'dib'],
    reason: `BMP pictures can't be read here. ${exportAdvice}`,
  },
  jxl: {
    types: ['image/jxl'],
    extensions: ['jxl'],
    reason: `JPEG XL pictures can't be read here. ${exportAdvice}`,
  },
  psd: {
    types: ['image/vnd.adobe.photoshop', 'image/x-photoshop'],
    extensions: ['psd', 'psb'],
    reason: `Photoshop files can't be read here. ${exportAdvice}`,
  },
} as const satisfies Record<string, UnsupportedFormat>;

/** A picture format that the server recognizes but does not support. */
export type UnsupportedFormatName = keyof typeof unsupportedFormats;

const formats: readonly UnsupportedFormat[] = Object.values(unsupportedFormats);

/** Explains why a format isn't supported, and what to do instead. */
export const explainUnsupportedFormat = (name: UnsupportedFormatName): string =>
  unsupportedFormats[name].reason;

/**
 * Explains why files of a content type aren't supported, and what to do instead.
 * @param type in lower case, without parameters
 * @returns undefined for supported formats, and for files that are not pictures
 */
export function explainUnsupportedType(type: string): string | undefined {
  if (!type.startsWith('image/') || supportedTypes.includes(type)) return undefined;
  const format = formats.find(({ types }) => types.includes(type));
  return format?.reason ?? `Pictures of this format can't be read here. ${exportAdvice}`;
}

/** Explains why a format isn't supported, by the file's name; undefined for any other name. */
export function explainUnsupportedName(name: string): string | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return formats.find(({ extensions }) => extensions.includes(extension))?.reason;
}
