import type { FunnelReport } from './queries';
import { computeStepFigures, formatPercent } from './step-figures';

/** Each funnel step with its count as a bar, and its conversion from the step before. */
export function StepTable({ report }: { report: FunnelReport }) {
  const figures = computeStepFigures(report);
  const maxCount = Math.max(1, ...figures.map(({ count }) => count));
  return (
    <table className="fn-t">
      <caption className="vh">Steps from visit to payment</caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" className="n">
            Count
          </th>
          <td className="fn-bar" />
          <th scope="col" className="n">
            Conversion
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ step, label, count, baseLabel, share }) => (
          <tr key={step}>
            <th scope="row">{label}</th>
            <td className="n">{count.toLocaleString('en-US')}</td>
            <td className="fn-bar">
              <svg viewBox="0 0 120 12" preserveAspectRatio="none" aria-hidden="true">
                <rect className="fn-on" width={(count / maxCount) * 120} height="12" />
              </svg>
            </td>
            <td className="n">
              {baseLabel && (
                <>
                  {formatPercent(share)} <span className="fn-of">of {baseLabel}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
