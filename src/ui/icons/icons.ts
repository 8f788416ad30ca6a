// Icons that public pages share. Exported one by one: on the server the package's index has 7,000
// exports and costs 45 MB and a quarter of a second.
export { default as Award } from 'lucide-react/icons/award';
export { default as Bookmark } from 'lucide-react/icons/bookmark';
export { default as Check } from 'lucide-react/icons/check';
export { default as Clock } from 'lucide-react/icons/clock';
export { default as DollarSign } from 'lucide-react/icons/dollar-sign';
export { default as Menu } from 'lucide-react/icons/menu';
export { default as Pause } from 'lucide-react/icons/pause';
export { default as Play } from 'lucide-react/icons/play';
export { default as SlidersHorizontal } from 'lucide-react/icons/sliders-horizontal';
export { default as Star } from 'lucide-react/icons/star';
export { default as Target } from 'lucide-react/icons/target';
export { default as TrendingUp } from 'lucide-react/icons/trending-up';
export { default as Users } from 'lucide-react/icons/users';
export { default as X } from 'lucide-react/icons/x';
export { default as Zap } from 'lucide-react/icons/zap';
