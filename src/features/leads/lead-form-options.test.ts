import { describe, expect, test } from 'vitest';
import { leadInput } from './contract';
import * as options from './lead-form-options';

/** Fields that visitors don't type: the selected package's id, the attribution and the consent. */
const untypedFields = ['interestedPackageId', 'attribution', 'consent'];
const typedFields = Object.keys(leadInput.shape).filter((field) => !untypedFields.includes(field));

describe('what the lead form offers', () => {
  test('are the fields of the contract', () => {
    expect(Object.keys(options.emptyLeadValues)).toEqual(typedFields);
  });

  test('asks for each field of the contract in exactly one step', () => {
    const fieldsOfSteps = options.leadSteps.flatMap((step) => [...step.fields]);
    expect(fieldsOfSteps.toSorted()).toEqual(typedFields.toSorted());
  });

  const texts = ['companyName', 'contactName', 'phone', 'message'] as const;
  test.each(texts)('lets %s be as long as the contract takes it, and no longer', (field) => {
    const accepts = (length: number) =>
      leadInput.shape[field].safeParse('x'.repeat(length)).success;
    expect(accepts(options.leadLimits[field])).toBe(true);
    expect(accepts(options.leadLimits[field] + 1)).toBe(false);
  });

  test('lets an address be as long as the contract takes it', () => {
    const [faultOfLonger] =
      leadInput.shape.email
        .safeParse(`${'x'.repeat(options.leadLimits.email)}@halden.example`)
        .error?.issues.filter((issue) => issue.code === 'too_big') ?? [];
    expect(faultOfLonger).toMatchObject({ maximum: options.leadLimits.email });
  });
});
