import type { FormState } from '../../../foundation/forms/form-state';
import { PictureField, type PictureValue } from '../../../foundation/media/admin/PictureField';
import { logoHeightPx, logoTones } from '../../../lib/picture-values';
import { FocusableError } from '../../../ui/form/Field';
import * as formStyles from '../../../ui/form/form.module.css';
import { type FormFieldProps, getFieldProps, type ItemForm } from './FormFields';
import { toText } from './item-values';

interface ImageProps {
  form: ItemForm<'imageUrl' | 'imageAlt' | 'imageFocus'>;
  /** Shape of the crop on the card. */
  shape: 'portrait' | 'case';
}

/**
 * Fields of an item's picture: file, alternative text, and the part that cropping keeps visible.
 */
export function ItemImageField({ form, shape }: ImageProps) {
  // Only talents have a role and a seniority.
  const { imageUrl, imageAlt, imageFocus, imageStyle, imageExposure, role, seniority } =
    form.values;
  return (
    <div className={formStyles.field}>
      <PictureField
        label={form.labels.imageUrl}
        kind="image"
        shape={shape}
        url={toText(imageUrl)}
        alt={toText(imageAlt)}
        focus={toText(imageFocus)}
        style={imageStyle === 'photo' ? 'photo' : 'cutout'}
        exposure={Number(imageExposure)}
        person={{ role: toText(role), seniority: toText(seniority) }}
        onChange={(picture: PictureValue) =>
          form.set({
            imageUrl: picture.url,
            imageAlt: picture.alt,
            imageFocus: picture.focus,
            imageStyle: picture.style,
            imageExposure: String(picture.exposure),
          })
        }
        onUploadingChange={(isRunning) => form.onPendingChange('imageUrl', isRunning)}
      />
      <PictureErrors form={form} names={['imageUrl', 'imageAlt', 'imageFocus']} />
    </div>
  );
}

/** Field of a client's logo. */
export function ItemLogoField({ form }: { form: ItemForm<'clientLogo'> }) {
  const { clientLogo, logoTone } = form.values;
  return (
    <div className={formStyles.field}>
      <PictureField
        label={form.labels.clientLogo}
        kind="logo"
        url={toText(clientLogo)}
        ground={{ place: 'page', tone: logoTones.find((one) => one === logoTone) ?? 'color' }}
        onChange={({ url, tone, ratio }) =>
          form.set({
            clientLogo: url,
            logoTone: tone,
            logoWidth: String(Math.round(logoHeightPx * ratio)),
          })
        }
        onUploadingChange={(isRunning) => form.onPendingChange('clientLogo', isRunning)}
      />
      <PictureErrors form={form} names={['clientLogo']} />
    </div>
  );
}

/** A picture that is shown whole, such as a logo or the picture of link previews. */
export function WholePictureField<Name extends string>(
  props: FormFieldProps<Name> & { hint: string },
) {
  const { form, name, hint } = props;
  return (
    <div className={formStyles.field}>
      <PictureField
        label={getFieldProps(props).label}
        kind="logo"
        hint={hint}
        url={toText(form.values[name])}
        onChange={({ url }) => form.set({ [name]: url })}
        onUploadingChange={(isRunning) => form.onPendingChange(name, isRunning)}
      />
      <PictureErrors form={form} names={[name]} />
    </div>
  );
}

/** Shows errors from the contract or the server. The picture field shows its own upload errors. */
const PictureErrors = ({ form, names }: { form: FormState; names: readonly string[] }) => (
  <FocusableError message={names.map((name) => form.errors[name]).find(Boolean)} />
);
