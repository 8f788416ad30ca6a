import type { CrewPicture } from '../../lib/site';
import * as styles from './crew.module.css';
import { Picture } from './Picture';
import { getRoleTheme, Portrait } from './Portrait';

interface Props {
  picture: CrewPicture;
  /** Width and height in CSS pixels. */
  size: number;
}

/** A decorative picture of a person of the crew: a photograph in the color of the role, or a drawing. */
export function CrewMember({ picture: { url, focus, exposure, role }, size }: Props) {
  return role ? (
    <span className={styles.photo} data-r={getRoleTheme(role)} data-style="photo">
      <Portrait imageUrl={url} focus={focus} exposure={exposure} size={size} />
    </span>
  ) : (
    <Picture src={url} focus={focus} alt="" sizes={`${size}px`} width={size} height={size} />
  );
}
