import type { ReactNode } from 'react';

/** Stands in a preview for a card's button, which does something on the public site only. */
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
