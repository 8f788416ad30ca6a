import { useRef, useState } from 'react';
import { Button } from '../../../ui/Button';
import * as formStyles from '../../../ui/form/form.module.css';
import * as styles from './PictureField.module.css';
import { type Placement, PlacePictureDialog } from './PlacePictureDialog';
import type { PictureUpload } from './upload-picture';
import { getAcceptedTypes } from './upload-picture';

interface Props {
  kind: 'image' | 'logo';
  /** Sentence about a logo. */
  hint: string;
  hasPicture: boolean;
  /** For a photograph of a person: the face, which the owner puts a ring around. */
  placement: Placement | undefined;
  uploading: PictureUpload;
  onRemove: () => void;
}

/** Buttons to choose and remove a picture; during an upload, its progress. */
export function PictureControls(props: Props) {
  const { kind, hint, hasPicture, placement, uploading, onRemove } = props;
  const { upload, start, cancel } = uploading;
  const fileInput = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [isPlacing, setIsPlacing] = useState(false);
  const stopPlacing = () => setIsPlacing(false);

  function remove() {
    cancel();
    onRemove();
    chooseButton.current?.focus();
  }

  return (
    <>
      <input
        ref={fileInput}
        type="file"
        hidden
        accept={getAcceptedTypes(kind)}
        onChange={(event) => {
          start(event.target.files?.[0]);
          // Reset, so that choosing the same file fires an event again.
          event.target.value = '';
        }}
      />
      {placement && isPlacing && (
        <PlacePictureDialog
          {...placement}
          onUse={(focus) => {
            placement.onUse(focus);
            stopPlacing();
          }}
          onChooseAnother={() => {
            stopPlacing();
            fileInput.current?.click();
          }}
          onClose={stopPlacing}
        />
      )}
      {upload ? (
        <UploadProgress upload={upload} onCancel={cancel} />
      ) : (
        <>
          <div className={styles.actions}>
            {placement && (
              <Button variant="secondary" size="s" onClick={() => setIsPlacing(true)}>
                Place the picture
              </Button>
            )}
            <Button
              ref={chooseButton}
              variant="secondary"
              size="s"
              onClick={() => fileInput.current?.click()}
            >
              {hasPicture ? 'Choose another' : 'Choose a file'}
            </Button>
            {hasPicture && (
              <Button variant="quiet" size="s" onClick={remove}>
                Remove
              </Button>
            )}
          </div>
          <p className={`${formStyles.hint} ${styles.hint}`}>
            {`Or drop or paste one. ${kind === 'logo' ? 'SVG, ' : ''}JPEG, PNG, WebP, AVIF or GIF, up to 10 MB.`}
            {kind === 'image' &&
              hasPicture &&
              (placement
                ? ' Put the ring around the face: drag it, and its corner to change its size. The site does the rest.'
                : ' Drag the ring to the part that must stay in view.')}
            {kind === 'logo' && ` ${hint}`}
          </p>
        </>
      )}
    </>
  );
}

interface ProgressProps {
  upload: NonNullable<PictureUpload['upload']>;
  onCancel: () => void;
}

function UploadProgress({ upload: { name, percent }, onCancel }: ProgressProps) {
  return (
    <>
      <p className={styles.fileName}>{name}</p>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label="Upload"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        style={{ '--sent': `${percent}%` }}
      />
      <p className={`${formStyles.hint} ${styles.hint}`} role="status">
        {percent < 100 ? `${percent}%` : 'Processing the picture...'}
      </p>
      <Button variant="quiet" size="s" onClick={onCancel}>
        Cancel upload
      </Button>
    </>
  );
}
