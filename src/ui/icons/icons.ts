import type { LucideIcon } from 'lucide-react';
// Imported one by one: on the server the package's index has 7,000 exports and costs 45 MB and a
// quarter of a second.
import AwardLines from 'lucide-react/icons/award';
import BookmarkLines from 'lucide-react/icons/bookmark';
import CheckLines from 'lucide-react/icons/check';
import ClockLines from 'lucide-react/icons/clock';
import DollarSignLines from 'lucide-react/icons/dollar-sign';
import MenuLines from 'lucide-react/icons/menu';
import PauseLines from 'lucide-react/icons/pause';
import PlayLines from 'lucide-react/icons/play';
import SlidersHorizontalLines from 'lucide-react/icons/sliders-horizontal';
import StarLines from 'lucide-react/icons/star';
import TargetLines from 'lucide-react/icons/target';
import TrendingUpLines from 'lucide-react/icons/trending-up';
import UsersLines from 'lucide-react/icons/users';
import XLines from 'lucide-react/icons/x';
import ZapLines from 'lucide-react/icons/zap';
import type { ComponentType, SVGProps } from 'react';
import * as styles from './icons.module.css';

/**
 * Props of an icon. Icons are hidden from assistive technology: their control or text has the name.
 */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'>;

/** Styles a Lucide icon: stroke of 1.75, square ends. */
export function styleIcon(Icon: LucideIcon): ComponentType<IconProps> {
  return function DrawnIcon({ className, ...rest }: IconProps) {
    return (
      <Icon
        aria-hidden="true"
        {...rest}
        className={className ? `${styles.icon} ${className}` : styles.icon}
        strokeWidth={1.75}
        strokeLinecap="square"
        strokeLinejoin="miter"
      />
    );
  };
}

// The annotations let the bundler drop unused icons.
export const Award = /* @__PURE__ */ styleIcon(AwardLines);
export const Bookmark = /* @__PURE__ */ styleIcon(BookmarkLines);
export const Check = /* @__PURE__ */ styleIcon(CheckLines);
export const Clock = /* @__PURE__ */ styleIcon(ClockLines);
export const DollarSign = /* @__PURE__ */ styleIcon(DollarSignLines);
export const Menu = /* @__PURE__ */ styleIcon(MenuLines);
export const Pause = /* @__PURE__ */ styleIcon(PauseLines);
export const Play = /* @__PURE__ */ styleIcon(PlayLines);
export const SlidersHorizontal = /* @__PURE__ */ styleIcon(SlidersHorizontalLines);
export const Star = /* @__PURE__ */ styleIcon(StarLines);
export const Target = /* @__PURE__ */ styleIcon(TargetLines);
export const TrendingUp = /* @__PURE__ */ styleIcon(TrendingUpLines);
export const Users = /* @__PURE__ */ styleIcon(UsersLines);
export const X = /* @__PURE__ */ styleIcon(XLines);
export const Zap = /* @__PURE__ */ styleIcon(ZapLines);
