import { percent } from './funnel-figures';
import type { FunnelReport } from './funnel-queries';

/** Sources that are shown; the rest is summed up by the server's own "other" sooner or later. */
const mostShown = 12;

/** Where they came from, and what came of it. */
export function SourceTable({ report }: { report: FunnelReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
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
              Enquiries
            </th>
            <th scope="col" className="n">
              Of visits
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
          {report.sources.slice(0, mostShown).map(({ source, counts }) => {
            const { visit = 0, enquiry = 0, call = 0, payment = 0 } = counts;
            return (
              <tr key={source}>
                <th scope="row">{source}</th>
                <td className="n">{visit.toLocaleString('en-US')}</td>
                <td className="n">{enquiry.toLocaleString('en-US')}</td>
                <td className="n">{percent(visit ? enquiry / visit : null)}</td>
                <td className="n">{call.toLocaleString('en-US')}</td>
                <td className="n">{payment.toLocaleString('en-US')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
