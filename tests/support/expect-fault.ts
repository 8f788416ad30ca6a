import { expect, inject, type TestContext } from 'vitest';
import { type Engine, type Fault, runFault } from '../faults/fault';

/** Expects that the site stands a fault of `npm run faults`. @param numbers how much is tested */
export async function expectFaultPasses(
  { skip }: TestContext,
  fault: Fault,
  engine: Engine,
  numbers: Record<string, number>,
): Promise<void> {
  const postgres = inject('postgres');
  if (engine === 'postgres' && 'missing' in postgres) skip(postgres.missing);
  const url = 'url' in postgres ? postgres.url : undefined;
  const { result, line } = await runFault(fault, engine, url, new Map(Object.entries(numbers)));
  if (result === 'skipped') skip(line);
  expect(result, line).toBe('passed');
}
