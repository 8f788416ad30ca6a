import { createElement, type SVGProps } from 'react';

/** An icon's drawing, as Lucide's files hold it. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Stands in for Lucide's own component (an alias in `vite.config.ts`): its contexts, classes and choices
 * cost each visitor a kilobyte, and none of them is used here.
 */
export default function createLucideIcon({ node }: IconData) {
  return function LucideIcon(props: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
