import { Picture } from '../../../ui/Picture';
import { useBrokenPicture } from '../../../ui/use-broken-picture';
import './ClientLogo.css';

/** The box of the logo in CSS pixels, with its padding. One size for every shape, so that nothing moves. */
const boxSize = { width: 120, height: 56 };

/** A client's logo, to stand beside the client's name. Nothing where there is none or it can't be shown. */
export function ClientLogo({ src }: { src: string | null }) {
  const { isBroken, picture } = useBrokenPicture(src);
  if (src === null || isBroken) return null;
  return (
    <Picture
      {...picture}
      {...boxSize}
      className="client-logo"
      src={src}
      alt=""
      sizes={`${boxSize.width}px`}
    />
  );
}
