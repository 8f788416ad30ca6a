import {
  optionalPictureUrl,
  optionalText,
  pictureExposure,
  pictureFocus,
  pictureStyle,
  z,
} from '../../lib/schema';
import type { BaseItem, Publication } from './define-collection';

/** The fields of an item's picture, for collections whose items have one. */
export const pictureFields = {
  imageUrl: optionalPictureUrl(),
  imageAlt: optionalText(300),
  imageFocus: pictureFocus(),
  imageStyle: pictureStyle(),
  imageExposure: pictureExposure(),
};

export const pictureLabels = {
  imageUrl: 'Picture',
  imageAlt: 'What the picture shows',
  imageFocus: 'Part of the picture that stays in view',
  imageStyle: 'How the picture is shown',
  imageExposure: 'Brightness of the picture',
};

export const pictureDefaults = {
  imageUrl: null,
  imageAlt: null,
  imageFocus: '50% 50%',
  imageStyle: 'cutout',
  imageExposure: 100,
} as const;

/** Returns the item as visitors would see it with its pending changes. */
export const applyPending = <T extends Partial<Publication>>(item: T): T => ({
  ...item,
  ...item.pending,
});

/** Returns whether an item is a draft that visitors have seen before. */
export const isTakenDown = <T extends Pick<BaseItem, 'state' | 'takenDownAt'>>(
  item: T,
): item is T & { takenDownAt: string } => item.state === 'draft' && Boolean(item.takenDownAt);

/** Returns a published item as visitors receive it: without plans for it. */
export const toPublished = <T extends BaseItem>(item: T): T => ({
  ...item,
  state: 'published',
  publishAt: null,
  unpublishAt: null,
  pending: undefined,
  takenDownAt: undefined,
});

/** A link that shows something that is not public yet. */
export const previewLink = z.object({ url: z.string(), expiresAt: z.string() });

export type PreviewLink = z.output<typeof previewLink>;
