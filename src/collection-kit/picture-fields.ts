import {
  optionalPictureUrl,
  optionalText,
  pictureExposure,
  pictureFocus,
  pictureStyle,
} from '../lib/schema';

/** The fields of an item's picture, for collections whose items have one. */
export const pictureFields = {
  imageUrl: optionalPictureUrl(500),
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
