import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import * as formStyles from '../../../ui/form/form.module.css';
import { Picture } from '../../../ui/picture/Picture';
import { getRoleTheme, Portrait } from '../../../ui/picture/Portrait';
import { FocalPointPicker } from './FocalPointPicker';
import * as styles from './PlacePictureDialog.module.css';

/** The person in a photograph, as the card names them. */
export interface Person {
  role: string;
  seniority: string;
}

/** A photograph of a person, and the function that receives where the face is. */
export interface Placement {
  url: string;
  /** See `Picture`. */
  focus: string;
  exposure: number;
  person: Person;
  onUse: (focus: string) => void;
}

interface Props extends Placement {
  onChooseAnother: () => void;
  onClose: () => void;
}

/** Dialog to put the ring around the face, with the crops that follow from it. */
export function PlacePictureDialog({ url, person, onUse, onChooseAnother, ...props }: Props) {
  const [focus, setFocus] = useState(props.focus);
  const photo = { imageUrl: url, focus, exposure: props.exposure, alt: '', eager: true };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Place the picture"
      className={styles.dialog}
      top={<p className={styles.intro}>Put the ring around the face. The site does the rest.</p>}
      footer={
        <>
          <Button variant="secondary" onClick={onChooseAnother}>
            Choose another
          </Button>
          <Button onClick={() => onUse(focus)}>Use this picture</Button>
        </>
      }
    >
      <div className={styles.editor}>
        <div className={styles.whole}>
          <div>
            <FocalPointPicker focus={focus} hasFace onChange={setFocus}>
              <Picture src={url} alt="" sizes="420px" width={420} height={420} eager />
            </FocalPointPicker>
          </div>
        </div>
        <div className={styles.results} data-r={getRoleTheme(person.role)}>
          <figure>
            <figcaption>Talent card</figcaption>
            <div className={styles.card} data-style="photo">
              <Portrait {...photo} size={240} />
              <p>
                <b>{person.role}</b>
                {person.seniority}
              </p>
            </div>
          </figure>
          <figure>
            <figcaption>List</figcaption>
            <div className={styles.face} data-style="photo">
              <Portrait {...photo} size={72} />
            </div>
          </figure>
          <figure>
            <figcaption>Schedule</figcaption>
            <div className={styles.shift} data-style="photo">
              <Portrait {...photo} size={84} />
            </div>
          </figure>
          <p className={formStyles.hint}>
            Drag the ring, and its corner to change its size. On the keyboard: arrow keys, plus and
            minus.
          </p>
        </div>
      </div>
    </Dialog>
  );
}
