import LinkLines from 'lucide-react/icons/link';
import PrinterLines from 'lucide-react/icons/printer';
import ShareLines from 'lucide-react/icons/share';
import { styleIcon } from '../../ui/icons';

export const LinkIcon = /* @__PURE__ */ styleIcon(LinkLines);
export const Printer = /* @__PURE__ */ styleIcon(PrinterLines);
export const Share = /* @__PURE__ */ styleIcon(ShareLines);
