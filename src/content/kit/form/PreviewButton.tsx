import type { ReactNode } from 'react';

/** Replaces a card's button in a preview, because the button works only on the public site. */
export const PreviewButton = ({
  className,
  children,
}: {
  className: string;
  children: ReactNode;
}) => (
  <button type="button" className={className}>
    {children}
  </button>
);
