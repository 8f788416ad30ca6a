import type { ComponentProps } from 'react';
import * as stateStyles from './styles/states.module.css';

interface Props extends ComponentProps<'div'> {
  heading?: string;
  Heading?: 'h2' | 'h3';
}

/** Box in place of what is empty or failed: a heading, a text and the next step. */
export function MessageBox({ heading, Heading = 'h3', className, children, ...props }: Props) {
  return (
    <div {...props} className={`${stateStyles.message} ${className ?? ''}`}>
      {heading !== undefined && <Heading>{heading}</Heading>}
      {children}
    </div>
  );
}
