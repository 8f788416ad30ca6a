import type { ComponentProps } from 'react';
import { Button } from './Button';

interface Props extends Pick<ComponentProps<typeof Button>, 'variant'> {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The button's text. */
  children: string;
}

/** Button that loads the next page of a list. Renders nothing on the last one. */
export function ShowMore({ list, variant = 'secondary', children }: Props) {
  return (
    list.hasNextPage && (
      <Button
        variant={variant}
        size="touch"
        busy={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage()}
      >
        {children}
      </Button>
    )
  );
}
