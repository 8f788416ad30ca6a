import { IconButton } from '../../../ui/Button';
import { Pencil, Trash2 } from '../../../ui/icons';
import type { Lead } from '../lead';
import { BreakableEmail } from './BreakableEmail';
import { LeadStage } from './LeadStage';
import { moment } from './lead-moments';
import './lead-table.css';

const columns = ['Company', 'Contact', 'Package', 'Status', 'Created'];

function Head() {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        <th scope="col">
          <span className="vh">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

interface Props {
  leads: readonly Lead[];
  /** The rows are those of before, while the ones asked for are on their way. */
  waiting: boolean;
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
}

/** The leads, a row each; on narrow screens a card each. */
export function LeadTable({ leads, waiting, onEdit, onDelete }: Props) {
  return (
    <table className="tbl" aria-labelledby="leads-heading" aria-busy={waiting || undefined}>
      <Head />
      <tbody>
        {leads.map((lead) => (
          <tr key={lead.id} data-row={lead.id}>
            <th scope="row" className="c">
              {lead.companyName}
              {lead.suspect && <small>Suspected spam</small>}
            </th>
            <td className="ct">
              {lead.contactName}
              <small>
                <BreakableEmail email={lead.email} />
              </small>
            </td>
            <td className="pk0">{lead.interestedPackage ?? <NotGiven />}</td>
            <td className="s">
              <LeadStage status={lead.status} />
            </td>
            <td className="dt">
              <time dateTime={lead.createdAt}>{moment(lead.createdAt)}</time>
            </td>
            <td className="a">
              <IconButton label={`Edit ${lead.companyName}`} onClick={() => onEdit(lead)}>
                <Pencil />
              </IconButton>
              <IconButton label={`Delete ${lead.companyName}`} onClick={() => onDelete(lead)}>
                <Trash2 />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NotGiven() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="vh">not given</span>
    </>
  );
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Holds the rows' places while the list loads. */
export function LeadTablePlaceholder() {
  return (
    <>
      <p className="vh" role="status">
        Loading leads...
      </p>
      <table className="tbl wait" aria-hidden="true">
        <Head />
        <tbody>
          {placeholders.map((row) => (
            <tr key={row}>
              <td className="c">
                <span className="sk" />
              </td>
              <td className="ct">
                <span className="sk" />
                <small>
                  <span className="sk" />
                </small>
              </td>
              <td className="pk0">
                <span className="sk" />
              </td>
              <td className="s">
                <span className="sk" />
              </td>
              <td className="dt">
                <span className="sk" />
              </td>
              <td className="a" />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
