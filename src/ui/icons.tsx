import type { LucideIcon } from 'lucide-react';
// One by one: on the server the package's index costs 7,000 exports, 45 MB and a quarter of a second.
import AwardLines from 'lucide-react/icons/award';
import BookmarkLines from 'lucide-react/icons/bookmark';
import CalendarClockLines from 'lucide-react/icons/calendar-clock';
import CalendarPlusLines from 'lucide-react/icons/calendar-plus';
import CheckLines from 'lucide-react/icons/check';
import ChevronLeftLines from 'lucide-react/icons/chevron-left';
import ChevronRightLines from 'lucide-react/icons/chevron-right';
import CircleAlertLines from 'lucide-react/icons/circle-alert';
import ClockLines from 'lucide-react/icons/clock';
import DollarSignLines from 'lucide-react/icons/dollar-sign';
import ExternalLinkLines from 'lucide-react/icons/external-link';
import MenuLines from 'lucide-react/icons/menu';
import PauseLines from 'lucide-react/icons/pause';
import PencilLines from 'lucide-react/icons/pencil';
import PlayLines from 'lucide-react/icons/play';
import SearchLines from 'lucide-react/icons/search';
import ShieldCheckLines from 'lucide-react/icons/shield-check';
import SlidersHorizontalLines from 'lucide-react/icons/sliders-horizontal';
import StarLines from 'lucide-react/icons/star';
import TargetLines from 'lucide-react/icons/target';
import Trash2Lines from 'lucide-react/icons/trash-2';
import TrendingUpLines from 'lucide-react/icons/trending-up';
import UsersLines from 'lucide-react/icons/users';
import XLines from 'lucide-react/icons/x';
import ZapLines from 'lucide-react/icons/zap';
import type { ComponentType, SVGProps } from 'react';

/** Attributes of an icon. It is hidden from assistive technology: its control or text has the name. */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'>;

/** A Lucide icon in the look's hand: 1.75 stroke, square ends. */
export function drawn(Icon: LucideIcon): ComponentType<IconProps> {
  return function DrawnIcon({ className, ...rest }: IconProps) {
    return (
      <Icon
        aria-hidden="true"
        {...rest}
        className={className ? `i ${className}` : 'i'}
        strokeWidth={1.75}
        strokeLinecap="square"
        strokeLinejoin="miter"
      />
    );
  };
}

// The annotations let a bundler drop the icons that a page does not use.
export const Award = /* @__PURE__ */ drawn(AwardLines);
export const Bookmark = /* @__PURE__ */ drawn(BookmarkLines);
export const CalendarClock = /* @__PURE__ */ drawn(CalendarClockLines);
export const CalendarPlus = /* @__PURE__ */ drawn(CalendarPlusLines);
export const Check = /* @__PURE__ */ drawn(CheckLines);
export const ChevronLeft = /* @__PURE__ */ drawn(ChevronLeftLines);
export const ChevronRight = /* @__PURE__ */ drawn(ChevronRightLines);
export const CircleAlert = /* @__PURE__ */ drawn(CircleAlertLines);
export const Clock = /* @__PURE__ */ drawn(ClockLines);
export const DollarSign = /* @__PURE__ */ drawn(DollarSignLines);
export const ExternalLink = /* @__PURE__ */ drawn(ExternalLinkLines);
export const Menu = /* @__PURE__ */ drawn(MenuLines);
export const Pause = /* @__PURE__ */ drawn(PauseLines);
export const Pencil = /* @__PURE__ */ drawn(PencilLines);
export const Play = /* @__PURE__ */ drawn(PlayLines);
export const Search = /* @__PURE__ */ drawn(SearchLines);
export const ShieldCheck = /* @__PURE__ */ drawn(ShieldCheckLines);
export const SlidersHorizontal = /* @__PURE__ */ drawn(SlidersHorizontalLines);
export const Star = /* @__PURE__ */ drawn(StarLines);
export const Target = /* @__PURE__ */ drawn(TargetLines);
export const Trash2 = /* @__PURE__ */ drawn(Trash2Lines);
export const TrendingUp = /* @__PURE__ */ drawn(TrendingUpLines);
export const Users = /* @__PURE__ */ drawn(UsersLines);
export const X = /* @__PURE__ */ drawn(XLines);
export const Zap = /* @__PURE__ */ drawn(ZapLines);
