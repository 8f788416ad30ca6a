import ArrowDownLines from 'lucide-react/icons/arrow-down';
import ArrowUpLines from 'lucide-react/icons/arrow-up';
import CalendarClockLines from 'lucide-react/icons/calendar-clock';
import CalendarPlusLines from 'lucide-react/icons/calendar-plus';
import ChevronLeftLines from 'lucide-react/icons/chevron-left';
import ChevronRightLines from 'lucide-react/icons/chevron-right';
import CircleAlertLines from 'lucide-react/icons/circle-alert';
import ExternalLinkLines from 'lucide-react/icons/external-link';
import GripVerticalLines from 'lucide-react/icons/grip-vertical';
import PencilLines from 'lucide-react/icons/pencil';
import PlusLines from 'lucide-react/icons/plus';
import SearchLines from 'lucide-react/icons/search';
import ShieldCheckLines from 'lucide-react/icons/shield-check';
import Trash2Lines from 'lucide-react/icons/trash-2';
import { styleIcon } from './icons';

// Of dialogs and the admin area. Apart from the other icons: those are all in what a visitor's first
// page loads.
export const ArrowDown = /* @__PURE__ */ styleIcon(ArrowDownLines);
export const ArrowUp = /* @__PURE__ */ styleIcon(ArrowUpLines);
export const CalendarClock = /* @__PURE__ */ styleIcon(CalendarClockLines);
export const CalendarPlus = /* @__PURE__ */ styleIcon(CalendarPlusLines);
export const ChevronLeft = /* @__PURE__ */ styleIcon(ChevronLeftLines);
export const ChevronRight = /* @__PURE__ */ styleIcon(ChevronRightLines);
export const CircleAlert = /* @__PURE__ */ styleIcon(CircleAlertLines);
export const ExternalLink = /* @__PURE__ */ styleIcon(ExternalLinkLines);
export const GripVertical = /* @__PURE__ */ styleIcon(GripVerticalLines);
export const Pencil = /* @__PURE__ */ styleIcon(PencilLines);
export const Plus = /* @__PURE__ */ styleIcon(PlusLines);
export const Search = /* @__PURE__ */ styleIcon(SearchLines);
export const ShieldCheck = /* @__PURE__ */ styleIcon(ShieldCheckLines);
export const Trash2 = /* @__PURE__ */ styleIcon(Trash2Lines);
