import type { FunnelReport } from './queries';
import { formatPercent } from './step-figures';

/** Rows shown. The server groups rare sources as "other". */
const maxShownSources = 12;

/** Visits, inquiries, calls and payments per source. */
export function SourceTable({ report }: { report: FunnelReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the table
    <section className="fn-s" aria-label="Sources" tabIndex={0}>
      <table className="fn-t">
        <caption className="vh">Sources</caption>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col" className="n">
              Visits
            </th>
            <th scope="col" className="n">
              Inquiries
            </th>
            <th scope="col" className="n">
              Conversion
            </th>
            <th scope="col" className="n">
              Calls
            </th>
            <th scope="col" className="n">
              Payments
            </th>
          </tr>
        </thead>
        <tbody>
          {report.sources.slice(0, maxShownSources).map(({ source, counts }) => {
            const {
              visit: visits = 0,
              enquiry: inquiries = 0,
              call: calls = 0,
              payment: payments = 0,
            } = counts;
            return (
              <tr key={source}>
                <th scope="row">{source}</th>
                <td className="n">{visits.toLocaleString('en-US')}</td>
                <td className="n">{inquiries.toLocaleString('en-US')}</td>
                <td className="n">{formatPercent(visits ? inquiries / visits : null)}</td>
                <td className="n">{calls.toLocaleString('en-US')}</td>
                <td className="n">{payments.toLocaleString('en-US')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
