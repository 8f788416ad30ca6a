export { default as LinkIcon } from 'lucide-react/icons/link';
// Icons of the sheet. Not in `admin-icons.ts`, most of which visitors do not need.
export { default as Minus } from 'lucide-react/icons/minus';
export { default as Pencil } from 'lucide-react/icons/pencil';
export { default as Plus } from 'lucide-react/icons/plus';
export { default as Printer } from 'lucide-react/icons/printer';
export { default as Share } from 'lucide-react/icons/share';
export { default as Trash2 } from 'lucide-react/icons/trash-2';
export { default as Undo2 } from 'lucide-react/icons/undo-2';
