import { getRoleTheme, Portrait } from '../../../ui/Portrait';
import type { TalentChoice } from '../inquiry/inquiry-topic';
import * as styles from './TalentTopic.module.css';

/** The talent that the inquiry is about. */
export function TalentTopic({ talent }: { talent: TalentChoice }) {
  const { name, title, role, imageUrl, imageAlt, imageFocus, imageStyle, imageExposure } = talent;
  return (
    <div className={styles.topic} data-r={getRoleTheme(role)} data-style={imageStyle}>
      <Portrait
        imageUrl={imageUrl}
        alt={imageAlt}
        focus={imageFocus}
        exposure={imageExposure}
        size={96}
        eager
      />
      <p>
        About: <b>{name}</b>
        {title}
      </p>
    </div>
  );
}
