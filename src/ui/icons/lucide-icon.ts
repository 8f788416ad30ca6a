import { createElement, type SVGProps } from 'react';

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Replaces Lucide's own component (an alias in `vite.config.ts`). Its contexts, classes and options
 * cost every visitor a kilobyte and are not used here.
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
