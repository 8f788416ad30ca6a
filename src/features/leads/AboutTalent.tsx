import { useCallback, useState } from 'react';
import type { TalentChoice } from './enquiry-about';
import './AboutTalent.css';

/** Whom the enquiry is about. */
export function AboutTalent({ talent }: { talent: TalentChoice }) {
  const { name, title, role, imageUrl } = talent;
  const [isBroken, setIsBroken] = useState(false);
  const onError = useCallback(() => setIsBroken(true), []);
  // A picture that failed before hydration fires no event that React could hear.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) image.decode().catch(onError);
    },
    [onError],
  );
  return (
    <div className="about" data-role={role}>
      {imageUrl === null || isBroken ? (
        <svg
          viewBox="0 0 124 124"
          width={96}
          height={96}
          fill="none"
          stroke="currentColor"
          strokeWidth={3}
          aria-hidden="true"
        >
          <path d="M8 126c4-30 26-42 54-42s50 12 54 42M62 20c17 0 27 13 27 30S79 80 62 80 35 67 35 50s10-30 27-30z" />
        </svg>
      ) : (
        // No alternative text: the name stands right beside it.
        <img ref={ref} onError={onError} src={imageUrl} alt="" width={96} height={96} />
      )}
      <p>
        About: <b>{name}</b>
        {title}
      </p>
    </div>
  );
}
