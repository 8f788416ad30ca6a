import { type ChangeEvent, useEffect, useState } from 'react';
import { useCollection } from '../../content/collections/queries';
import type { CoverAnswer } from '../../cover/contract';
import { formatHours } from '../../cover/plan-words';
import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { type CostExamples, defaultCostExamples } from '../../lib/cost-examples';
import { formatMoney } from '../../lib/format-number';
import { useSite } from '../../lib/site';
import * as styles from './costs.module.css';
import * as peopleStyles from './people.module.css';
import { SentenceSelect } from './SentenceSelect';
import * as sentenceStyles from './sentence.module.css';

/** The visitor's numbers, as typed. */
type CostNumbers = Record<CostField, string>;
type CostField = keyof CostExamples;

const emptyFields: CostField[] = ['calls', 'booked', 'visit'];
const hireFields: CostField[] = ['wage', 'taxes'];
const costFields = [...emptyFields, ...hireFields];

/** The key of the typed numbers in the browser's storage. */
const storageKey = 'cover-costs';

/**
 * Reads a typed number: "$1,250.50", "18,50", "25 %". Not a number for any other text. A comma before
 * one or two last digits is a decimal comma.
 */
const parseNumber = (text: string): number =>
  Number(text.replace(/,(\d\d?[%\s]*)$/, '.$1').replace(/^[A-Z]*\$|[%,\s]/g, '') || Number.NaN);

/** Writes the example numbers as a visitor would type them. */
const writeExamples = (examples: CostExamples): CostNumbers => ({
  calls: String(examples.calls),
  booked: `${examples.booked}%`,
  visit: formatMoney(examples.visit),
  wage: formatMoney(examples.wage),
  taxes: `${examples.taxes}%`,
});

/** Reads the stored numbers. Fields that the visitor has not touched are missing. */
function readStored(): Partial<CostNumbers> {
  try {
    const entries = Object.entries(JSON.parse(readStoredText(storageKey) ?? '{}')).filter(
      ([name, text]) => costFields.some((field) => field === name) && typeof text === 'string',
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** The visitor's cost numbers, which stay on this device. @param minutes of the plan, a week */
export function useCosts(minutes: number) {
  const [typed, setTyped] = useState<Partial<CostNumbers>>({});
  useEffect(() => setTyped(readStored()), []);
  const { costExamples = defaultCostExamples } = useSite();
  const numbers = { ...writeExamples(costExamples), ...typed };
  const value = (field: CostField) => parseNumber(numbers[field]);
  const empty = value('calls') * (value('booked') / 100) * value('visit');
  const hired = (minutes / 60) * value('wage') * (1 + value('taxes') / 100);
  const isTouched = (fields: readonly CostField[]) => fields.some((field) => field in typed);
  const lines = [
    isTouched(emptyFields) &&
      `Left empty: ${formatAmount(empty)} a week (${numbers.calls} calls missed, ${numbers.booked} would have booked, at ${numbers.visit} a visit).`,
    isTouched(hireFields) &&
      `Hired in house: ${formatAmount(hired)} a week (${numbers.wage} an hour, plus ${numbers.taxes}).`,
  ].filter((line) => line !== false);
  return {
    minutes,
    numbers,
    empty,
    hired,
    isEmptyExample: !isTouched(emptyFields),
    isHiredExample: !isTouched(hireFields),
    /** For an inquiry: only with numbers that the visitor has typed. */
    text: lines.join('\n') || null,
    change: (field: CostField, text: string) => {
      const next = { ...typed, [field]: text };
      setTyped(next);
      storeText(storageKey, JSON.stringify(next));
    },
  };
}

type Costs = ReturnType<typeof useCosts>;

const formatAmount = (amount: number): string =>
  Number.isFinite(amount) ? formatMoney(Math.round(amount)) : '–';

function NumberField({ costs, field, label }: { costs: Costs; field: CostField; label: string }) {
  const value = costs.numbers[field];
  return (
    <input
      className={sentenceStyles.field}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      size={Math.max(2, value.length)}
      aria-label={label}
      aria-invalid={Number.isNaN(parseNumber(value)) || undefined}
      value={value}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) => costs.change(field, target.value)}
    />
  );
}

function Amount({ amount, isExample }: { amount: number; isExample: boolean }) {
  return (
    <p className={styles.amount} data-example={isExample || undefined}>
      <b>{formatAmount(amount)}</b> a week{' '}
      {isExample && <span className={styles.example}>with example numbers</span>}
    </p>
  );
}

/** What the hours cost: left empty, hired in house, and covered. Nothing is subtracted. */
export function WhatItCosts({ answer, costs }: { answer: CoverAnswer; costs: Costs }) {
  return (
    <section className={`${peopleStyles.part} ${styles.costs}`} aria-labelledby="costs">
      <div className={peopleStyles.head}>
        <h2 id="costs">What it costs</h2>
        <p>Your numbers, not ours. Change any of them.</p>
      </div>
      <ol className={styles.list}>
        <li>
          <h3>Left empty</h3>
          <div className={sentenceStyles.sentence}>
            <NumberField costs={costs} field="calls" label="Calls missed a week" />
            <span>calls missed a week,</span>
            <NumberField costs={costs} field="booked" label="Share that would have booked" />
            <span>would have booked, at</span>
            <NumberField costs={costs} field="visit" label="Price of a visit" />
            <span>a visit.</span>
          </div>
          <Amount amount={costs.empty} isExample={costs.isEmptyExample} />
        </li>
        <li>
          <h3>Hired in house</h3>
          <div className={sentenceStyles.sentence}>
            <span>{`${formatHours(costs.minutes)} at`}</span>
            <NumberField costs={costs} field="wage" label="Hourly wage" />
            <span>an hour, plus</span>
            <NumberField costs={costs} field="taxes" label="Payroll taxes and insurance" />
            <span>payroll taxes and insurance.</span>
          </div>
          <Amount amount={costs.hired} isExample={costs.isHiredExample} />
        </li>
        <CoveredByUs answer={answer} />
      </ol>
      <p className={styles.note}>
        {`We leave the subtraction to you: only you know which of those calls would have booked. ${
          costs.isEmptyExample || costs.isHiredExample
            ? 'Lines with example numbers count with them until you put in yours. '
            : ''
        }Your numbers stay on this device unless you send them with the plan.`}
      </p>
    </section>
  );
}

function CoveredByUs({ answer }: { answer: CoverAnswer }) {
  const packages = (useCollection('packages').data ?? []).filter(({ price }) => price !== null);
  const [packageId, setPackageId] = useState<string>();
  const chosen =
    packages.find(({ id }) => id === packageId) ??
    packages.find(({ isPopular }) => isPopular) ??
    packages[0];
  return (
    <li className={styles.ours}>
      <h3>Covered by us</h3>
      <div className={styles.text}>
        {chosen && (
          <>
            <SentenceSelect
              label="Package"
              value={chosen.id}
              options={packages.map(({ id, name }) => [id, name])}
              onChange={setPackageId}
            />{' '}
            Paid once.{' '}
          </>
        )}
        <span>
          {`${
            answer.coveredMinutes > 0
              ? `The hours come on top, ${formatHours(answer.coveredMinutes)} a week`
              : 'Hours come on top'
          }; you get each person’s rate in the proposal, before you decide.`}
        </span>
      </div>
      {chosen && (
        <p className={styles.amount}>
          <b>{formatMoney(chosen.price ?? 0)}</b> once, hours not included
        </p>
      )}
    </li>
  );
}
