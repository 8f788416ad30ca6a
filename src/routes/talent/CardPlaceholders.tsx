import { TalentCardPlaceholder } from '../../content/collections/talents/public/TalentCard';

/** Grid of cards while their people load. */
export const CardPlaceholders = ({ count, className }: { count: number; className: string }) => (
  <ul className={className}>
    {Array.from({ length: count }, (_, place) => (
      <li key={place}>
        <TalentCardPlaceholder />
      </li>
    ))}
  </ul>
);
