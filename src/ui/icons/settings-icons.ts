import ChevronDownLines from 'lucide-react/icons/chevron-down';
import HistoryLines from 'lucide-react/icons/history';
import LockLines from 'lucide-react/icons/lock';
import Settings2Lines from 'lucide-react/icons/settings-2';
import Undo2Lines from 'lucide-react/icons/undo-2';
import { styleIcon } from './icons';

// Icons of the owner's settings. Not in `admin-icons.ts`, which the inquiry page loads.
export const ChevronDown = /* @__PURE__ */ styleIcon(ChevronDownLines);
export const History = /* @__PURE__ */ styleIcon(HistoryLines);
export const Lock = /* @__PURE__ */ styleIcon(LockLines);
export const Settings2 = /* @__PURE__ */ styleIcon(Settings2Lines);
export const Undo2 = /* @__PURE__ */ styleIcon(Undo2Lines);
