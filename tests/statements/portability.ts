/** A construct that CockroachDB or YugabyteDB do not support as PostgreSQL does. */
interface Rule {
  pattern: RegExp;
  reason: string;
}

const rules: readonly Rule[] = [
  {
    pattern: /\bpg_(try_)?advisory_/i,
    reason: 'CockroachDB accepts advisory locks, but they lock nothing',
  },
  { pattern: /^\s*lock table\b/i, reason: 'CockroachDB has no table locks' },
  {
    pattern: /^\s*create (or replace )?(constraint )?(trigger|rule|extension|procedure)\b/i,
    reason: 'distributed engines support few or none of them',
  },
  { pattern: /^\s*(listen|notify|unlisten)\b/i, reason: 'neither engine has notifications' },
  { pattern: /\b(ctid|xmin|xmax|tableoid)\b/i, reason: 'rows have no physical address' },
  {
    pattern: /\b(deferrable|initially deferred)\b|^\s*set constraints\b/i,
    reason: 'CockroachDB has no deferred constraints',
  },
  { pattern: /\bexclude using\b|\binherits\s*\(/i, reason: 'neither engine has them' },
  { pattern: /^\s*create (temp|temporary|unlogged)\b/i, reason: 'they are not replicated' },
  { pattern: /\b(small|big)?serial\b/i, reason: 'ids of a sequence make one node a bottleneck' },
  { pattern: /\bnextval\s*\(/i, reason: 'ids of a sequence make one node a bottleneck' },
];

/** Statements that run on PostgreSQL itself only, or that a test runs. */
const exceptions: readonly RegExp[] = [
  // Migration 0010 asks for the engine first.
  /^create unlogged table "rate_limits"/i,
  // tests/api/readiness.test.ts
  /^create trigger probed\b/i,
  // Migrations ask for the engine first.
  /^select pg_advisory_xact_lock\('3853314791062309107'/i,
];

/** Returns why a statement would not run everywhere; undefined when nothing is known against it. */
export function findPortabilityProblem(statement: string): string | undefined {
  if (exceptions.some((pattern) => pattern.test(statement))) return undefined;
  return rules.find(({ pattern }) => pattern.test(statement))?.reason;
}
