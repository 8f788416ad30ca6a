import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** Reads our design tokens into Stripe's variables, because its fields render in an iframe. */
function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const readToken = (name: string) => style.getPropertyValue(name).trim();
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      fontLineHeight: '1.4',
      spacingUnit: '4px',
      gridRowSpacing: '20px',
      borderRadius: readToken('--r-ctl'),
      colorPrimary: readToken('--action'),
      colorBackground: readToken('--surface'),
      colorText: readToken('--ink'),
      colorTextSecondary: readToken('--ink-2'),
      colorTextPlaceholder: readToken('--ink-3'),
      colorDanger: readToken('--danger'),
      iconColor: readToken('--ink-2'),
    },
    rules: {
      '.Label': {
        fontSize: '15px',
        fontWeight: '600',
        color: readToken('--ink'),
        marginBottom: '6px',
      },
      '.Input': {
        border: `1px solid ${readToken('--edge')}`,
        boxShadow: 'none',
        padding: '12px 14px',
      },
      '.Input:hover': { borderColor: readToken('--ink-2') },
      '.Input:focus': {
        borderColor: readToken('--ink'),
        boxShadow: `0 0 0 1px ${readToken('--ink')}`,
      },
      '.Input--invalid': { boxShadow: `0 0 0 1px ${readToken('--danger')}` },
      '.Tab': { border: `1px solid ${readToken('--edge')}`, boxShadow: 'none' },
      '.Tab--selected': {
        borderColor: readToken('--ink'),
        boxShadow: `0 0 0 1px ${readToken('--ink')}`,
      },
      '.Error': { fontSize: '15px' },
    },
  };
}

/** Returns the appearance of Stripe's fields. Follows changes between light and dark mode. */
export function useStripeAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setAppearance(readAppearance());
    scheme.addEventListener('change', update);
    return () => scheme.removeEventListener('change', update);
  }, []);
  return appearance;
}
