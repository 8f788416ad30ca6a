import { formatStatus, type LeadStatus } from '../contract';

/** How far a lead has come: five cells, filled up to its stage, and always the word. */
export function LeadStage({ status }: { status: LeadStatus }) {
  return (
    <span className="st" data-status={status}>
      <i aria-hidden="true" />
      {formatStatus(status)}
    </span>
  );
}
