import ArrowDownLines from 'lucide-react/icons/arrow-down';
import ArrowUpLines from 'lucide-react/icons/arrow-up';
import GripVerticalLines from 'lucide-react/icons/grip-vertical';
import PlusLines from 'lucide-react/icons/plus';
import { drawn } from './icons';

// Apart from the other icons: those are all in what a visitor's first page loads.
export const ArrowDown = /* @__PURE__ */ drawn(ArrowDownLines);
export const ArrowUp = /* @__PURE__ */ drawn(ArrowUpLines);
export const GripVertical = /* @__PURE__ */ drawn(GripVerticalLines);
export const Plus = /* @__PURE__ */ drawn(PlusLines);
