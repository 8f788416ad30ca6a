import type { ComponentProps, MouseEvent } from 'react';
import * as styles from './styles/buttons.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
/** `touch`: as small as `s`, with the height of a touch target. */
export type ButtonSize = 's' | 'touch' | 'm' | 'l';

const variantClass = {
  primary: styles.primary,
  secondary: styles.secondary,
  quiet: styles.quiet,
  danger: styles.danger,
};
const sizeClass = {
  s: ` ${styles.small}`,
  touch: ` ${styles.small} ${styles.touch}`,
  m: '',
  l: ` ${styles.large}`,
};

/** Button classes, for links that look like buttons. */
export function getButtonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'm'): string {
  return `${styles.button} ${variantClass[variant]}${sizeClass[size]}`;
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
  const classes = [getButtonClass(variant, size), busy && styles.busy, className];
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
      className={className ? `${styles.iconButton} ${className}` : styles.iconButton}
      aria-label={label}
    />
  );
}
