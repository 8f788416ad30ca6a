import type { Talent } from '../../../collections/talents/talent';
import { yearsLabel } from '../../../lib/years';
import { Portrait, stockOf } from '../../../ui/Portrait';

/** The portrait's size in CSS pixels. */
const portraitSize = 66;

/** A talent in the owner's list: avatar, title, years and role, status. */
export function TalentRow({ item }: { item: Talent }) {
  return (
    <div className="row row-talent">
      <div className="face" data-r={stockOf(item.role)}>
        <Portrait imageUrl={item.imageUrl} focus={item.imageFocus} size={portraitSize} />
      </div>
      <p className="ti">
        {item.title}
        <small>{item.name}</small>
      </p>
      <p className="yr small num">
        {yearsLabel(item.yearsExperience)}
        <small>{item.role}</small>
      </p>
      <span className="av" data-status={item.status}>
        {item.status.replaceAll('_', ' ')}
      </span>
    </div>
  );
}
