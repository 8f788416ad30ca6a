// Icons of dialogs and the admin area. Not in `icons.ts`, which every visitor loads.
export { default as ArrowDown } from 'lucide-react/icons/arrow-down';
export { default as ArrowUp } from 'lucide-react/icons/arrow-up';
export { default as CalendarClock } from 'lucide-react/icons/calendar-clock';
export { default as CalendarPlus } from 'lucide-react/icons/calendar-plus';
export { default as ChevronLeft } from 'lucide-react/icons/chevron-left';
export { default as ChevronRight } from 'lucide-react/icons/chevron-right';
export { default as CircleAlert } from 'lucide-react/icons/circle-alert';
export { default as ExternalLink } from 'lucide-react/icons/external-link';
export { default as GripVertical } from 'lucide-react/icons/grip-vertical';
export { default as Pencil } from 'lucide-react/icons/pencil';
export { default as Plus } from 'lucide-react/icons/plus';
export { default as Search } from 'lucide-react/icons/search';
export { default as ShieldCheck } from 'lucide-react/icons/shield-check';
export { default as Trash2 } from 'lucide-react/icons/trash-2';
