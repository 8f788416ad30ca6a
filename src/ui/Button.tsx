import type { ComponentProps, MouseEvent } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 's' | 'm' | 'l';

const variantClass = { primary: 'btn-1', secondary: 'btn-2', quiet: 'btn-q', danger: 'btn-x' };
const sizeClass = { s: ' btn-s', m: '', l: ' btn-l' };

/** The classes of a button, for links that look like one. */
export function getButtonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'm'): string {
  return `btn ${variantClass[variant]}${sizeClass[size]}`;
}

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows that its action is running, and takes no further press. */
  busy?: boolean;
}

const preventClick = (event: MouseEvent) => event.preventDefault();

/**
 * A button. While busy it ignores presses but is not `disabled`: a disabled button loses the focus,
 * and with it the place of whoever works by keyboard.
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

/** A button that shows only an icon; `label` is its name. */
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
