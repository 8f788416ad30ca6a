import type { FunnelReport } from '../funnel-contract';
import { type FunnelStep, funnelSteps } from '../funnel-steps';

/** A funnel step with its count and its conversion rate. */
interface StepFigure {
  step: FunnelStep;
  label: string;
  count: number;
  /** Label of the step that the rate is relative to. */
  baseLabel: string | null;
  /** Null when nobody reached the step before. */
  share: number | null;
}

const sumStep = (report: FunnelReport, step: FunnelStep): number =>
  report.sources.reduce((sum, { counts }) => sum + (counts[step] ?? 0), 0);

/** Computes count and rate of every step, in funnel order. */
export function computeStepFigures(report: FunnelReport): StepFigure[] {
  return funnelSteps.map(({ step, label, after }) => {
    const count = sumStep(report, step);
    const baseCount = after === null ? null : sumStep(report, after);
    return {
      step,
      label,
      count,
      baseLabel: funnelSteps.find((one) => one.step === after)?.label.toLowerCase() ?? null,
      share: baseCount ? count / baseCount : null,
    };
  });
}

/**
 * Formats a share as "12%". Shares below 10% get one decimal, so that a small one does not read as
 * "0%".
 */
export function formatPercent(share: number | null): string {
  if (share === null) return '–';
  const digits = share > 0 && share < 0.0995 ? 1 : 0;
  return `${(share * 100).toFixed(digits)}%`;
}
