import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { exposureLimits, type LogoTone, type PictureStyle } from '../../../lib/picture-values';
import { FieldError } from '../../../ui/form/Field';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { PictureControls } from './PictureControls';
import * as styles from './PictureField.module.css';
import { type LogoGround, LogoPreview, PicturePreview } from './PicturePreview';
import type { Person } from './PlacePictureDialog';
import { usePictureUpload } from './upload-picture';

/** Whether a URL is on this site. The content security policy blocks other pictures. */
const isSameSite = (address: string) => /^\/(?!\/)[^\s\\]*$/.test(address);

interface PictureUrlFieldProps {
  url: string;
  onChange: (url: string) => void;
}

/** Collapsed field for the picture's URL. Most people upload a file instead. */
function PictureUrlField({ url, onChange }: PictureUrlFieldProps) {
  const [rejected, setRejected] = useState<string | null>(null);
  const isExternal = url !== '' && !isSameSite(url);

  function changeUrl(typed: string) {
    const address = typed.trim();
    const isValid = address === '' || isSameSite(address);
    setRejected(isValid ? null : typed);
    if (isValid) onChange(address);
  }

  return (
    <details className={styles.address}>
      <summary>Use an address</summary>
      <InputField
        label="Address"
        error={
          rejected === null
            ? undefined
            : 'Enter the address of a picture on this site: it begins with /. Upload any other picture.'
        }
        {...(isExternal && {
          hint: 'This picture is on another site, so visitors don’t see it. Upload it instead.',
        })}
        value={rejected ?? url}
        maxLength={500}
        onChange={changeUrl}
      />
    </details>
  );
}

/** A picture in a form. Empty strings mean none. */
export interface PictureValue {
  url: string;
  alt: string;
  /** See `Picture`. */
  focus: string;
  /** How the site shows a person's picture. */
  style: PictureStyle;
  /** How much a photograph is brightened, in percent. */
  exposure: number;
  tone: LogoTone;
  /** The picture's proportions: its width divided by its height; 0 if they are not known. */
  ratio: number;
}

const styleHints: Readonly<Record<PictureStyle, string>> = {
  photo:
    'Shown as a photograph: it fills its frame. A picture with a transparent background would stand on the color, like the drawings.',
  cutout:
    'Shown as a cut-out: it stands on the color, like the drawings. A picture without a transparent background would fill its frame.',
};

/** The width and height from which a picture is sharp on every screen. */
const minSharpPx = 600;

/** Returns what to know about a new picture: it will look soft, or lose its sides in a portrait. */
function listRemarks(width: number, height: number, isPortrait: boolean): string[] {
  return [
    ...(Math.min(width, height) < minSharpPx
      ? [
          `This picture is small, so it will look soft. ${minSharpPx} × ${minSharpPx} pixels or more are sharp everywhere.`,
        ]
      : []),
    ...(isPortrait && width > height
      ? [
          'This picture is wider than it is tall, so its sides are cut off. One taken upright shows more of the person.',
        ]
      : []),
  ];
}

interface PictureFieldProps {
  label: string;
  /** A logo has neither alt text nor focal point: it is shown whole, beside the client's name. */
  kind: 'image' | 'logo';
  /** Shape of the crop on the card. */
  shape?: 'portrait' | 'case';
  isRequired?: boolean;
  /** Help text about suitable files, for a logo. */
  hint?: string;
  /** Where the site shows a logo. Without it, the logo is previewed on white. */
  ground?: LogoGround;
  url: string | null;
  alt?: string | null;
  focus?: string;
  style?: PictureStyle;
  exposure?: number;
  /** The person in the picture, for the preview of their card. */
  person?: Person;
  onChange: (value: PictureValue) => void;
  /** Called when an upload starts and ends. During an upload the field's value is outdated. */
  onUploadingChange?: (isRunning: boolean) => void;
}

type StoredPicture = Pick<
  PictureFieldProps,
  'url' | 'alt' | 'focus' | 'style' | 'exposure' | 'ground'
>;

const toPictureValue = (stored: StoredPicture): PictureValue => ({
  url: stored.url ?? '',
  alt: stored.alt ?? '',
  focus: stored.focus || '50% 50%',
  style: stored.style ?? 'cutout',
  exposure: stored.exposure ?? exposureLimits.usual,
  tone: stored.ground?.tone ?? 'color',
  ratio: 0,
});

interface UploadOptions extends Pick<PictureFieldProps, 'kind' | 'onChange' | 'onUploadingChange'> {
  value: PictureValue;
  isPortrait: boolean;
}

/** Manages the upload of the field's picture. `remarks`: about the uploaded one. */
function useFieldUpload({ kind, value, isPortrait, onChange, onUploadingChange }: UploadOptions) {
  const [remarks, setRemarks] = useState<readonly string[]>([]);
  const altAtStart = useRef('');
  const uploading = usePictureUpload({
    kind,
    successMessage: kind === 'logo' ? 'Logo uploaded' : 'Image uploaded',
    onStored({ servingPath, style, exposure, tone, width, height }) {
      setRemarks(kind === 'image' ? listRemarks(width, height, isPortrait) : []);
      // Keep the point, but not the height of the previous picture's face.
      const [focus = ''] = value.focus.split(' /');
      const ratio = width / height;
      // It describes the previous picture, unless it was typed during the upload.
      const alt = value.alt === altAtStart.current ? '' : value.alt;
      onChange({ url: servingPath, alt, focus, style, exposure, tone, ratio });
    },
    onUploadingChange,
  });

  function start(file: File | undefined): Promise<void> {
    if (file) altAtStart.current = value.alt;
    return uploading.start(file);
  }

  return { remarks, uploading: { ...uploading, start } };
}

/**
 * Picture field. Uploads a chosen, dropped or pasted file and previews it as the card will show it.
 */
export function PictureField({
  label,
  kind,
  shape = 'portrait',
  isRequired = false,
  hint = 'Best as SVG, or as PNG with a see-through background.',
  ground,
  person = { role: '', seniority: '' },
  onUploadingChange,
  onChange,
  ...props
}: PictureFieldProps) {
  const value = toPictureValue({ ...props, ground });
  const labelId = useId();
  const isPortrait = kind === 'image' && shape === 'portrait';
  const hasFace = isPortrait && value.style === 'photo' && value.url !== '';
  const { remarks, uploading } = useFieldUpload({
    ...{ kind, value, isPortrait },
    ...{ onChange, onUploadingChange },
  });
  const { start, failure } = uploading;
  const changeFocus = (focus: string) => onChange({ ...value, focus });

  return (
    <fieldset
      className={`${formStyles.field} ${styles.field}`}
      aria-labelledby={labelId}
      onPaste={(event) => pasteFile(event, start)}
    >
      <span className={formStyles.label} id={labelId}>
        {label} {!isRequired && <em>optional</em>}
      </span>
      <DropZone onDrop={start}>
        {ground && value.url ? (
          <LogoPreview url={value.url} {...ground} />
        ) : (
          <PicturePreview
            kind={kind}
            shape={shape}
            url={value.url}
            focus={value.focus}
            hasFace={hasFace}
            onFocus={changeFocus}
          />
        )}
        <div className={styles.controls}>
          <PictureControls
            kind={kind}
            hint={hint}
            hasPicture={value.url !== ''}
            placement={hasFace ? { ...value, person, onUse: changeFocus } : undefined}
            uploading={uploading}
            onRemove={() => onChange({ ...value, url: '', alt: '' })}
          />
          <PictureUrlField url={value.url} onChange={(url) => onChange({ ...value, url })} />
        </div>
      </DropZone>
      {value.url && <PictureHints style={isPortrait ? value.style : undefined} remarks={remarks} />}
      {failure && <FieldError>{failure.reason ?? failure.message}</FieldError>}
      {kind === 'image' && value.url && (
        <AltTextField alt={value.alt} onChange={(alt) => onChange({ ...value, alt })} />
      )}
    </fieldset>
  );
}

function pasteFile(event: ClipboardEvent, onFile: (file: File) => void): void {
  const [pasted] = event.clipboardData.files;
  if (!pasted) return;
  event.preventDefault();
  onFile(pasted);
}

interface HintsProps {
  /** How the site shows the picture of a person; undefined for any other. */
  style: PictureStyle | undefined;
  remarks: readonly string[];
}

function PictureHints({ style, remarks }: HintsProps) {
  return (
    <>
      {style && <p className={formStyles.hint}>{styleHints[style]}</p>}
      {remarks.map((remark) => (
        <p key={remark} className={formStyles.hint} role="status">
          {remark}
        </p>
      ))}
    </>
  );
}

interface DropZoneProps {
  onDrop: (file: File | undefined) => void;
  children: ReactNode;
}

function DropZone({ onDrop, children }: DropZoneProps) {
  const [isDragOver, setIsDragOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div
      className={styles.dropZone}
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDragOver(false);
        onDrop(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </div>
  );
}

function AltTextField({ alt, onChange }: { alt: string; onChange: (alt: string) => void }) {
  return (
    <InputField
      label="What the picture shows"
      optional
      hint="For people who can’t see it. Leave it empty if it only shows the person or client named beside it."
      value={alt}
      maxLength={300}
      onChange={onChange}
    />
  );
}
