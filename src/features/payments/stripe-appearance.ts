import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** Our tokens as the variables that Stripe's fields are drawn with: they live in a frame of their own. */
function appearanceNow(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: dark ? 'night' : 'stripe',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      fontLineHeight: '1.4',
      spacingUnit: '4px',
      gridRowSpacing: '20px',
      borderRadius: token('--r-ctl'),
      colorPrimary: token('--action'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorTextPlaceholder: token('--ink-3'),
      colorDanger: token('--danger'),
      iconColor: token('--ink-2'),
    },
    rules: {
      '.Label': { fontSize: '15px', fontWeight: '600', color: token('--ink'), marginBottom: '6px' },
      '.Input': {
        border: `1px solid ${token('--edge')}`,
        boxShadow: 'none',
        padding: '12px 14px',
      },
      '.Input:hover': { borderColor: token('--ink-2') },
      '.Input:focus': { borderColor: token('--ink'), boxShadow: `0 0 0 1px ${token('--ink')}` },
      '.Input--invalid': { boxShadow: `0 0 0 1px ${token('--danger')}` },
      '.Tab': { border: `1px solid ${token('--edge')}`, boxShadow: 'none' },
      '.Tab--selected': { borderColor: token('--ink'), boxShadow: `0 0 0 1px ${token('--ink')}` },
      '.Error': { fontSize: '15px' },
    },
  };
}

/** How Stripe's fields look here; it follows the change from day to night. */
export function useStripeAppearance(): Appearance {
  const [appearance, setAppearance] = useState(appearanceNow);
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setAppearance(appearanceNow());
    scheme.addEventListener('change', update);
    return () => scheme.removeEventListener('change', update);
  }, []);
  return appearance;
}
