import { describe, expect, test } from 'vitest';
import { leadInput } from '../contract';
import * as options from './lead-form-options';

/** Fields that visitors do not type: the selected package's id, the plan, the attribution and the consent. */
const untypedFields = ['interestedPackageId', 'plan', 'attribution', 'consent'];
const typedFields = Object.keys(leadInput.shape).filter((field) => !untypedFields.includes(field));

describe('lead form', () => {
  test('has exactly the fields of the contract that a visitor types, in the same order', () => {
    expect(Object.keys(options.emptyLeadValues)).toEqual(typedFields);
  });

  test('asks for each field that a visitor types in exactly one step', () => {
    const stepFields = options.leadSteps.flatMap((step) => [...step.fields]);
    expect(stepFields.toSorted()).toEqual(typedFields.toSorted());
  });

  const textFields = ['companyName', 'contactName', 'phone', 'message'] as const;
  test.each(textFields)('limits %s to the maximum length of the contract', (field) => {
    const accepts = (length: number) =>
      leadInput.shape[field].safeParse('x'.repeat(length)).success;
    expect(accepts(options.leadLimits[field])).toBe(true);
    expect(accepts(options.leadLimits[field] + 1)).toBe(false);
  });

  test('limits email to the maximum length of the contract', () => {
    const [lengthIssue] =
      leadInput.shape.email
        .safeParse(`${'x'.repeat(options.leadLimits.email)}@halden.example`)
        .error?.issues.filter((issue) => issue.code === 'too_big') ?? [];
    expect(lengthIssue).toMatchObject({ maximum: options.leadLimits.email });
  });
});
