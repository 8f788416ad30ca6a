import { type FunnelStep, funnelSteps } from '../funnel-steps';
import type { FunnelReport } from './queries';

/** A step with its count and the share of those who got there of those who could. */
export interface StepFigure {
  step: FunnelStep;
  label: string;
  count: number;
  /** The label of the step that the share is taken of. */
  baseLabel: string | null;
  /** Null where nobody could. */
  share: number | null;
}

/** How often a step was taken in all. */
const sumStep = (report: FunnelReport, step: FunnelStep): number =>
  report.sources.reduce((sum, { counts }) => sum + (counts[step] ?? 0), 0);

/** All steps in their order. */
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

/** "12 %" as "12%"; below one percent with a decimal, so that a few of many are not none. */
export function formatPercent(share: number | null): string {
  if (share === null) return '–';
  const digits = share > 0 && share < 0.0995 ? 1 : 0;
  return `${(share * 100).toFixed(digits)}%`;
}
