import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import { CircleAlert } from '../../../ui/admin-icons';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import * as styles from './PictureField.module.css';
import { PicturePreview } from './PicturePreview';
import { PictureUrlField } from './PictureUrlField';
import { acceptedTypes } from './upload-picture';
import { usePictureUpload } from './use-picture-upload';

/** A picture in a form. Empty strings mean none. */
export interface PictureValue {
  url: string;
  alt: string;
  /** `"X% Y%"`, steps of ten. */
  focus: string;
}

interface Props {
  label: string;
  /** A logo has neither alt text nor focal point: it is shown whole, beside the client's name. */
  kind: 'image' | 'logo';
  /** Shape of the crop on the card. */
  shape?: 'portrait' | 'case';
  url: string | null;
  alt?: string | null;
  focus?: string;
  onChange: (value: PictureValue) => void;
  /** Called when an upload starts and ends. During an upload the field's value is outdated. */
  onUploadingChange?: (isRunning: boolean) => void;
}

/**
 * Picture field. Uploads a chosen, dropped or pasted file and previews it as the card will show it.
 */
export function PictureField({
  label,
  kind,
  shape = 'portrait',
  onUploadingChange,
  onChange,
  ...props
}: Props) {
  const value: PictureValue = {
    url: props.url ?? '',
    alt: props.alt ?? '',
    focus: props.focus || '50% 50%',
  };
  const [isDragOver, setIsDragOver] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const labelId = useId();
  const { upload, failure, start, cancel } = usePictureUpload({
    successMessage: kind === 'logo' ? 'Logo uploaded' : 'Image uploaded',
    // The alt text described the previous picture.
    onStored: (url) => onChange({ url, alt: '', focus: value.focus }),
    onUploadingChange,
  });

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsDragOver(false);
    start(event.dataTransfer.files[0]);
  }

  function onPaste(event: ClipboardEvent) {
    const [pasted] = event.clipboardData.files;
    if (!pasted) return;
    event.preventDefault();
    start(pasted);
  }

  function remove() {
    cancel();
    onChange({ url: '', alt: '', focus: value.focus });
    chooseButton.current?.focus();
  }

  return (
    <fieldset
      className={`${formStyles.field} ${styles.field}`}
      aria-labelledby={labelId}
      onPaste={onPaste}
    >
      <span className={formStyles.label} id={labelId}>
        {label} <em>optional</em>
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same */}
      <div
        className={styles.dropZone}
        data-over={isDragOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={onDrop}
      >
        <PicturePreview
          kind={kind}
          shape={shape}
          url={value.url}
          focus={value.focus}
          onFocus={(focus) => onChange({ ...value, focus })}
        />
        <div className={styles.controls}>
          <input
            ref={fileInput}
            type="file"
            hidden
            accept={acceptedTypes}
            onChange={(event) => {
              start(event.target.files?.[0]);
              // Reset, so that choosing the same file fires an event again.
              event.target.value = '';
            }}
          />
          {upload ? (
            <>
              <p className={styles.fileName}>{upload.name}</p>
              <div
                className={styles.progress}
                role="progressbar"
                aria-label="Upload"
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={upload.percent}
                data-percent={Math.round(upload.percent / 5) * 5}
              />
              <p className={`${formStyles.hint} ${styles.hint}`} role="status">
                {upload.percent < 100 ? `${upload.percent}%` : 'Processing the picture...'}
              </p>
              <Button variant="quiet" size="s" onClick={cancel}>
                Cancel upload
              </Button>
            </>
          ) : (
            <>
              <div className={styles.actions}>
                <Button
                  ref={chooseButton}
                  variant="secondary"
                  size="s"
                  onClick={() => fileInput.current?.click()}
                >
                  {value.url ? 'Choose another' : 'Choose a file'}
                </Button>
                {value.url && (
                  <Button variant="quiet" size="s" onClick={remove}>
                    Remove
                  </Button>
                )}
              </div>
              <p className={`${formStyles.hint} ${styles.hint}`}>
                Or drop or paste one. JPEG, PNG, WebP, AVIF or GIF, up to 10 MB.
                {kind === 'image' &&
                  value.url &&
                  ' Drag the ring to the part that must stay in view.'}
                {kind === 'logo' &&
                  ' The site shows the whole logo on white: use its dark version.'}
              </p>
            </>
          )}
          <PictureUrlField url={value.url} onChange={(url) => onChange({ ...value, url })} />
        </div>
      </div>
      {failure && (
        <p className={formStyles.error}>
          <CircleAlert />
          {failure.reason ?? failure.message}
        </p>
      )}
      {kind === 'image' && value.url && (
        <Field
          label="What the picture shows"
          optional
          hint="For people who can’t see it. Leave it empty if it only shows the person or client named beside it."
        >
          {(control) => (
            <input
              {...control}
              className={formStyles.input}
              value={value.alt}
              maxLength={300}
              onChange={(event) => onChange({ ...value, alt: event.target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
