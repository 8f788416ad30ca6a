import { useWatch } from 'react-hook-form';
import { PictureField, type PictureValue } from '../../features/pictures/PictureField';
import { CircleAlert } from '../../ui/later-icons';
import type { ItemForm } from './ItemFields';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface ImageProps {
  form: ItemForm<'imageUrl' | 'imageAlt' | 'imageFocus'>;
  /** The shape that the card shows it in. */
  shape: 'portrait' | 'case';
}

/** An item's picture: the file, what it shows, and which part of it stays in view. */
export function ItemImageField({ form, shape }: ImageProps) {
  const { labels, hook } = form;
  const [url, alt, focus] = useWatch({
    control: hook.control,
    name: ['imageUrl', 'imageAlt', 'imageFocus'],
  });
  function take(value: PictureValue) {
    hook.setValue('imageUrl', value.url);
    hook.setValue('imageAlt', value.alt);
    hook.setValue('imageFocus', value.focus);
  }
  return (
    <div className="fld">
      <PictureField
        label={labels.imageUrl}
        kind="image"
        shape={shape}
        url={textOf(url)}
        alt={textOf(alt)}
        focus={textOf(focus)}
        onChange={take}
        onRunning={(isRunning) => form.onWaiting('imageUrl', isRunning)}
      />
      <Faults form={form} names={['imageUrl', 'imageAlt', 'imageFocus']} />
    </div>
  );
}

/** A client's logo. */
export function ItemLogoField({ form }: { form: ItemForm<'clientLogo'> }) {
  const { labels, hook } = form;
  const url = useWatch({ control: hook.control, name: 'clientLogo' });
  return (
    <div className="fld">
      <PictureField
        label={labels.clientLogo}
        kind="logo"
        url={textOf(url)}
        onChange={(value) => hook.setValue('clientLogo', value.url)}
        onRunning={(isRunning) => form.onWaiting('clientLogo', isRunning)}
      />
      <Faults form={form} names={['clientLogo']} />
    </div>
  );
}

/** What the contract or the server has against a picture; the field's own alerts are not among it. */
function Faults<Name extends string>({ form, names }: { form: ItemForm<Name>; names: Name[] }) {
  const { errors } = form.hook.formState;
  const name = names.find((one) => errors[one]);
  if (!name) return null;
  return (
    <p className="err" data-invalid tabIndex={-1}>
      <CircleAlert />
      {errors[name]?.message}
    </p>
  );
}
