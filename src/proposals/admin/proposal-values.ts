import type { Plan } from '../../cover/contract';
import { describePlan, formatHours, joinWords } from '../../cover/plan-words';
import type { FormValues } from '../../foundation/forms/form-state';
import {
  type CheckedValues,
  collectPlainMessages,
  toCheckedValues,
} from '../../foundation/forms/form-state';
import type { LeadDetail } from '../../leads/detail-contract';
import type { PackageChoice } from '../../leads/inquiry/package-choice';
import { optionalPlan } from '../../leads/lead-plan';
import { formatMoney } from '../../lib/format-number';
import { z } from '../../lib/schema';
import { DAY } from '../../lib/time/durations';
import { toDateTimeInput } from '../../lib/time/wall-time';
import {
  type AdminProposal,
  type ProposalInput,
  type ProposalLine,
  proposalInput,
  proposalLine,
} from '../contract';
import { defaultDaysAhead, formerPersonName } from '../proposal';

/** The values of the form. Empty texts stand for nothing. */
export interface ProposalValues extends FormValues {
  plan: Plan | null;
  talentIds: readonly string[];
  /** The package's id and its price in cents, separated by a space; the id alone for its own price. */
  packageId: string;
  lines: readonly ProposalLine[];
  validUntil: string;
  earliestStart: string;
  fromName: string;
  note: string;
}

/** Labels of the fields, for the dialog about a conflict. */
export const proposalLabels: Record<string, string> = {
  plan: 'Plan',
  talentIds: 'People',
  packageId: 'Package',
  lines: 'Prices',
  validUntil: 'Valid until',
  earliestStart: 'Earliest start',
  fromName: 'From',
  note: 'Note',
};

interface Start {
  lead: LeadDetail;
  talentIds: readonly string[];
  /** The name of the lead's project manager. */
  fromName: string | undefined;
}

/** Returns the values of a new proposal. */
export const createValues = ({ lead, talentIds, fromName = '' }: Start): ProposalValues => ({
  plan: lead.plan,
  talentIds,
  packageId: lead.interestedPackageId ?? '',
  lines: [],
  validUntil: toDateTimeInput(new Date(Date.now() + defaultDaysAhead * DAY)).slice(0, 10),
  earliestStart: '',
  fromName,
  note: '',
});

type ProposedPackage = NonNullable<AdminProposal['package']>;

const toPackageValue = ({ id, amount }: ProposedPackage): string => `${id} ${amount}`;

/**
 * Lists the options for the package, each with the price that is stored if it is chosen. The stored
 * package keeps its price, and stays when it is no longer on the site; a draft also offers the price
 * of now.
 */
export function listPackageOptions(
  packages: readonly PackageChoice[],
  proposal: Pick<AdminProposal, 'package' | 'state'> | undefined,
) {
  const stored = proposal?.package;
  const isKept = ({ id, amount }: ProposedPackage) =>
    id === stored?.id && (proposal?.state === 'sent' || amount === stored.amount);
  const others = packages
    .flatMap(({ id, name, price }) => (price === null ? [] : { id, name, amount: price * 100 }))
    .filter((one) => !isKept(one));
  return [
    { value: '', label: 'No package' },
    ...[...(stored ? [stored] : []), ...others].map((one) => ({
      value: toPackageValue(one),
      label: `${one.name}, ${formatMoney(one.amount / 100)}`,
    })),
  ];
}

/** Returns the values of a stored proposal, without people who have left. */
export function toValues(proposal: AdminProposal): ProposalValues {
  const talentIds = proposal.people.flatMap(({ id, name }) =>
    name === formerPersonName ? [] : id,
  );
  return {
    plan: proposal.plan,
    talentIds,
    packageId: proposal.package ? toPackageValue(proposal.package) : '',
    lines: proposal.lines.filter(
      ({ talentId }) => talentId === null || talentIds.includes(talentId),
    ),
    validUntil: proposal.validUntil,
    earliestStart: proposal.earliestStart ?? '',
    fromName: proposal.fromName ?? '',
    note: proposal.note ?? '',
  };
}

/**
 * Converts the values to what is stored, or says which field is wrong. Lines that say nothing, and
 * those of people who are not proposed any more, are left out.
 */
export function checkValues(values: ProposalValues): CheckedValues<ProposalInput> {
  const { talentIds, earliestStart } = values;
  const [packageId, amount] = values.packageId.split(' ');
  const lines = values.lines.filter(({ talentId, text, price }) =>
    talentId === null
      ? text.trim() + price.trim() !== ''
      : talentIds.includes(talentId) && price.trim() !== '',
  );
  const result = proposalInput.safeParse({
    ...values,
    packageId: packageId || null,
    packageAmount: amount ? Number(amount) : null,
    lines,
    earliestStart: earliestStart || null,
  });
  return toCheckedValues(result, collectPlainMessages);
}

/**
 * Formats a value in the dialog about a conflict; undefined for the default format.
 * @param names the names of the people, and of the packages, by their id
 */
export function formatProposalValue(
  name: string,
  value: unknown,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const getName = (id: string) => names.get(id) ?? id;
  if (name === 'packageId' && typeof value === 'string') {
    const [id = '', amount] = value.split(' ');
    return amount ? `${getName(id)}, ${formatMoney(Number(amount) / 100)}` : getName(id);
  }
  if (name === 'talentIds') {
    return joinWords((z.array(z.string()).safeParse(value).data ?? []).map(getName));
  }
  if (name === 'lines') {
    const lines = z.array(proposalLine).safeParse(value).data ?? [];
    return lines.map(({ text, price }) => `${text}: ${price}`).join('\n');
  }
  const plan = name === 'plan' && optionalPlan.safeParse(value).data;
  return plan ? `${formatHours(describePlan(plan).minutes)} a week` : undefined;
}
