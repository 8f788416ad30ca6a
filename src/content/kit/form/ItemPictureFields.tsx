import { useWatch } from 'react-hook-form';
import { PictureField, type PictureValue } from '../../../foundation/media/admin/PictureField';
import { logoHeightPx, logoTones } from '../../../lib/picture-values';
import { FocusableError } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import type { ItemForm } from './ItemFields';
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
  const { labels, hook } = form;
  const [url, alt, focus, style, exposure, role, seniority] = useWatch({
    control: hook.control,
    name: [
      ...(['imageUrl', 'imageAlt', 'imageFocus', 'imageStyle', 'imageExposure'] as const),
      // Only talents have these fields.
      ...(['role', 'seniority'] as const),
    ],
  });
  function setPicture(value: PictureValue) {
    hook.setValue('imageUrl', value.url);
    hook.setValue('imageAlt', value.alt);
    hook.setValue('imageFocus', value.focus);
    hook.setValue('imageStyle', value.style);
    hook.setValue('imageExposure', String(value.exposure));
  }
  return (
    <div className={formStyles.field}>
      <PictureField
        label={labels.imageUrl}
        kind="image"
        shape={shape}
        url={toText(url)}
        alt={toText(alt)}
        focus={toText(focus)}
        style={style === 'photo' ? 'photo' : 'cutout'}
        exposure={Number(exposure)}
        person={{ role: toText(role), seniority: toText(seniority) }}
        onChange={setPicture}
        onUploadingChange={(isRunning) => form.onPendingChange('imageUrl', isRunning)}
      />
      <PictureErrors form={form} names={['imageUrl', 'imageAlt', 'imageFocus']} />
    </div>
  );
}

/** Field of a client's logo. */
export function ItemLogoField({ form }: { form: ItemForm<'clientLogo'> }) {
  const { labels, hook } = form;
  const [url, tone] = useWatch({ control: hook.control, name: ['clientLogo', 'logoTone'] });
  function setLogo(value: PictureValue) {
    hook.setValue('clientLogo', value.url);
    hook.setValue('logoTone', value.tone);
    hook.setValue('logoWidth', String(Math.round(logoHeightPx * value.ratio)));
  }
  return (
    <div className={formStyles.field}>
      <PictureField
        label={labels.clientLogo}
        kind="logo"
        url={toText(url)}
        ground={{ place: 'page', tone: logoTones.find((one) => one === tone) ?? 'color' }}
        onChange={setLogo}
        onUploadingChange={(isRunning) => form.onPendingChange('clientLogo', isRunning)}
      />
      <PictureErrors form={form} names={['clientLogo']} />
    </div>
  );
}

/** Shows errors from the contract or the server. The picture field shows its own upload errors. */
function PictureErrors<Name extends string>({
  form,
  names,
}: {
  form: ItemForm<Name>;
  names: Name[];
}) {
  const { errors } = form.hook.formState;
  const name = names.find((one) => errors[one]);
  return <FocusableError message={name && errors[name]?.message} />;
}
