import type { ComponentProps, MouseEvent } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 's' | 'm' | 'l';

const variantClass = { primary: 'btn-1', secondary: 'btn-2', quiet: 'btn-q', danger: 'btn-x' };
const sizeClass = { s: ' btn-s', m: '', l: ' btn-l' };

/** Button classes, for links that look like buttons. */
export function getButtonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'm'): string {
  return `btn ${variantClass[variant]}${sizeClass[size]}`;
}

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The action is running: shows it, and ignores clicks. */
  busy?: boolean;
}

const preventClick = (event: MouseEvent) => event.preventDefault();

/**
 * A button. While busy it ignores clicks but is not `disabled`, because a disabled button loses the
 * keyboard focus.
 */
export function Button({ variant, size, busy, className, onClick, ...rest }: Props) {
  const classes = [getButtonClass(variant, size), busy && 'is-busy', className];
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      onClick={busy ? preventClick : onClick}
    />
  );
}

/** An icon button; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `ib ${className}` : 'ib'}
      aria-label={label}
    />
  );
}
