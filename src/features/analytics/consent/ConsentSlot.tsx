import { type ComponentType, useEffect, useState } from 'react';
import { useSite } from '../../../lib/site';

let LoadedBanner: ComponentType | null = null;

/** The consent banner's place: with no platform set up it stays empty, and fetches nothing. */
export function ConsentSlot() {
  const { tracking } = useSite();
  const [Banner, setBanner] = useState<ComponentType | null>(() => LoadedBanner);

  useEffect(() => {
    // What is embedded asks nothing: the page around it does.
    if (!tracking || window.top !== window) return;
    import('./ConsentBanner').then(
      (module) => {
        LoadedBanner = module.ConsentBanner;
        setBanner(() => LoadedBanner);
      },
      // Not asked is not agreed.
      () => undefined,
    );
  }, [tracking]);

  return Banner && <Banner />;
}
