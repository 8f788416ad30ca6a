import LinkLines from 'lucide-react/icons/link';
import MinusLines from 'lucide-react/icons/minus';
import PencilLines from 'lucide-react/icons/pencil';
import PlusLines from 'lucide-react/icons/plus';
import PrinterLines from 'lucide-react/icons/printer';
import ShareLines from 'lucide-react/icons/share';
import Trash2Lines from 'lucide-react/icons/trash-2';
import Undo2Lines from 'lucide-react/icons/undo-2';
import { styleIcon } from '../../ui/icons/icons';

export const LinkIcon = /* @__PURE__ */ styleIcon(LinkLines);
export const Printer = /* @__PURE__ */ styleIcon(PrinterLines);
export const Share = /* @__PURE__ */ styleIcon(ShareLines);

// Icons of the sheet. Not in `admin-icons.ts`, most of which visitors do not need.
export const Minus = /* @__PURE__ */ styleIcon(MinusLines);
export const Pencil = /* @__PURE__ */ styleIcon(PencilLines);
export const Plus = /* @__PURE__ */ styleIcon(PlusLines);
export const Trash2 = /* @__PURE__ */ styleIcon(Trash2Lines);
export const Undo2 = /* @__PURE__ */ styleIcon(Undo2Lines);
