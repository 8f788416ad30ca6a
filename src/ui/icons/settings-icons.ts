// Icons of the owner's settings. Not in `admin-icons.ts`, which the inquiry page loads.
export { default as ChevronDown } from 'lucide-react/icons/chevron-down';
export { default as History } from 'lucide-react/icons/history';
export { default as Lock } from 'lucide-react/icons/lock';
export { default as Settings2 } from 'lucide-react/icons/settings-2';
export { default as Undo2 } from 'lucide-react/icons/undo-2';
