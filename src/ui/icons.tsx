import * as Lucide from 'lucide-react';
import type { ComponentType, SVGProps } from 'react';

/** Attributes of an icon. It is hidden from assistive technology: its control or text has the name. */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'>;

/** A Lucide icon in the look's hand: 1.75 stroke, square ends. */
function drawn(Icon: Lucide.LucideIcon): ComponentType<IconProps> {
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
export const ArrowLeft = /* @__PURE__ */ drawn(Lucide.ArrowLeft);
export const Award = /* @__PURE__ */ drawn(Lucide.Award);
export const Bookmark = /* @__PURE__ */ drawn(Lucide.Bookmark);
export const Check = /* @__PURE__ */ drawn(Lucide.Check);
export const ChevronDown = /* @__PURE__ */ drawn(Lucide.ChevronDown);
export const ChevronLeft = /* @__PURE__ */ drawn(Lucide.ChevronLeft);
export const ChevronRight = /* @__PURE__ */ drawn(Lucide.ChevronRight);
export const ChevronUp = /* @__PURE__ */ drawn(Lucide.ChevronUp);
export const CircleAlert = /* @__PURE__ */ drawn(Lucide.CircleAlert);
export const Clock = /* @__PURE__ */ drawn(Lucide.Clock);
export const DollarSign = /* @__PURE__ */ drawn(Lucide.DollarSign);
export const ExternalLink = /* @__PURE__ */ drawn(Lucide.ExternalLink);
export const LogOut = /* @__PURE__ */ drawn(Lucide.LogOut);
export const Menu = /* @__PURE__ */ drawn(Lucide.Menu);
export const Pause = /* @__PURE__ */ drawn(Lucide.Pause);
export const Pencil = /* @__PURE__ */ drawn(Lucide.Pencil);
export const Play = /* @__PURE__ */ drawn(Lucide.Play);
export const Plus = /* @__PURE__ */ drawn(Lucide.Plus);
export const Search = /* @__PURE__ */ drawn(Lucide.Search);
export const SlidersHorizontal = /* @__PURE__ */ drawn(Lucide.SlidersHorizontal);
export const Star = /* @__PURE__ */ drawn(Lucide.Star);
export const Target = /* @__PURE__ */ drawn(Lucide.Target);
export const Trash2 = /* @__PURE__ */ drawn(Lucide.Trash2);
export const TrendingUp = /* @__PURE__ */ drawn(Lucide.TrendingUp);
export const Upload = /* @__PURE__ */ drawn(Lucide.Upload);
export const UserRound = /* @__PURE__ */ drawn(Lucide.UserRound);
export const Users = /* @__PURE__ */ drawn(Lucide.Users);
export const X = /* @__PURE__ */ drawn(Lucide.X);
export const Zap = /* @__PURE__ */ drawn(Lucide.Zap);
