import { describe, expect, test } from 'vitest';
import { findPortabilityProblem } from './portability';

describe('findPortabilityProblem', () => {
  test.each([
    'lock table leads in access exclusive mode',
    'select pg_try_advisory_lock(1)',
    'create trigger noted after insert on leads execute function note()',
    'select ctid from leads',
    'create table numbered (id bigserial primary key)',
    'notify changes',
  ])('rejects %s', (statement) => {
    expect(findPortabilityProblem(statement)).toBeTypeOf('string');
  });

  test.each([
    'select "id" from "leads" where "created_at" > $1 order by "id" limit $2',
    'insert into "site_state" ("key", "value") values ($1, $2) on conflict ("key") do nothing',
    'select * from "outbox" where "id" = $1 for update skip locked',
    'select "serial_number" from "things"',
  ])('accepts %s', (statement) => {
    expect(findPortabilityProblem(statement)).toBeUndefined();
  });
});
