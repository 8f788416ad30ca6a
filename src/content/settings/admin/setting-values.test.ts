import { describe, expect, test } from 'vitest';
import type { SettingsForOwner } from '../../../foundation/environment/contract';
import {
  collectSettingMessages,
  findSection,
  toSettingValues,
  validateChanges,
} from './setting-values';

type Fields = SettingsForOwner['fields'];

const setByOwner = (value: unknown): Fields[string] => ({
  value,
  source: 'owner',
  variable: null,
  updatedAt: null,
});

const setByDefault = (value: unknown): Fields[string] => ({
  ...setByOwner(value),
  source: 'default',
});

const packages = [{ id: 'full-pm', name: 'Full PM' }];

const toValues = (fields: Fields) =>
  toSettingValues({ version: '', sections: {}, passwordVariable: null, fields }, packages);

describe('toSettingValues', () => {
  test('leaves a field empty that has its default, except for choices', () => {
    const values = toValues({
      businessName: setByDefault('Crewbridge'),
      timeZone: setByDefault('America/New_York'),
      takePayments: setByDefault(true),
      socialLinks: setByDefault([]),
      phone: setByOwner('(512) 555-0148'),
    });
    expect(values).toMatchObject({
      businessName: '',
      timeZone: 'America/New_York',
      takePayments: true,
      socialLinks: [],
      phone: '(512) 555-0148',
    });
  });

  test('gives each lead value a field, also that of a deleted package', () => {
    const values = toValues({ leadValues: setByOwner({ none: 50, gone: 7 }) });
    expect(values).toMatchObject({
      'leadValue:full-pm': '',
      'leadValue:none': '50',
      'leadValue:gone': '7',
    });
    expect(values).not.toHaveProperty('leadValues');
  });
});

describe('validateChanges', () => {
  const base = toValues({ phone: setByOwner('(512) 555-0148'), smtpPort: setByOwner(587) });
  const validate = (changes: object) => validateChanges(base, { ...base, ...changes });

  test('returns only the changed settings, as the server stores them', () => {
    expect(validate({ smtpPort: '465', supportEmail: 'desk@example.com' }).data).toEqual({
      smtpPort: 465,
      supportEmail: 'desk@example.com',
    });
    expect(validate({}).data).toEqual({});
  });

  test('sends null for an emptied field and for a secret to remove', () => {
    expect(validate({ phone: ' ', smtpPort: '', stripeSecretKey: true }).data).toEqual({
      phone: null,
      smtpPort: null,
      stripeSecretKey: null,
    });
  });

  test('does not change a secret whose field is blank', () => {
    expect(validate({ stripeSecretKey: '  ' }).data).toEqual({});
  });

  test('joins the lead values, and reports an error at its own field', () => {
    expect(validate({ 'leadValue:none': '50', 'leadValue:full-pm': '' }).data).toEqual({
      leadValues: { none: 50 },
    });
    const { error } = validate({ 'leadValue:none': 'fifty' });
    expect(collectSettingMessages(error?.issues ?? [])).toEqual({
      'leadValue:none': 'Enter a number',
    });
  });
});

test('findSection finds the section of a setting and of a lead value', () => {
  expect(findSection('phone')).toBe('contact');
  expect(findSection('leadValue:none')).toBe('tracking');
  expect(findSection('leadValues')).toBe('tracking');
  expect(findSection('nothing')).toBeUndefined();
});
