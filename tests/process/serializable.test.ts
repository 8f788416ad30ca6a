import { test } from 'vitest';
import serializable from '../faults/serializable.fault';
import { expectFaultPasses } from '../support/expect-fault';

test('PostgreSQL with serializable as its default isolation level passes the fault "serializable"', (context) =>
  expectFaultPasses(context, serializable, 'postgres', { leads: 600 }));
