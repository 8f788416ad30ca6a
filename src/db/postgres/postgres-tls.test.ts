import { afterEach, describe, expect, test, vi } from 'vitest';
import { readPostgresTls } from './postgres-tls.server';

const readProtection = (url: string) => readPostgresTls(url).protection;

describe('readPostgresTls', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    'postgres://site@localhost/site',
    'postgres://site@127.0.0.1:5432/site',
    'postgres://site@[::1]/site',
    'postgres://site@db:5432/site',
    'postgres://site@10.0.0.7/site',
    'postgres://site@192.168.1.7/site?sslmode=disable',
    'postgres://site@postgres.railway.internal/site',
    'postgres://site@%2Fvar%2Frun%2Fpostgresql/site',
    'postgres:///site?host=/var/run/postgresql',
  ])('sets no TLS option for %s, a server in the local network', (url) => {
    expect(readPostgresTls(url)).toMatchObject({ protection: 'local' });
    expect(readPostgresTls(url)).not.toHaveProperty('ssl');
  });

  test('encrypts the connection to a remote server even when the URL does not ask for it', () => {
    expect(readPostgresTls('postgres://site@db.example.com/site')).toEqual({
      host: 'db.example.com',
      protection: 'unverified',
      ssl: { rejectUnauthorized: false },
    });
  });

  test('uses the host of the query string when the URL names two hosts', () => {
    expect(readProtection('postgres://site@localhost/site?host=db.example.com')).toBe('unverified');
  });

  test('uses PGHOST only when the URL names no host', () => {
    vi.stubEnv('PGHOST', 'db.example.com');
    expect(readProtection('postgres:///site')).toBe('unverified');
    expect(readProtection('postgres://site@localhost/site')).toBe('local');
  });

  test.each([
    ['allow', 'unverified'],
    ['nonsense', 'unverified'],
    ['no-verify', 'unverified'],
    ['require', 'verified'],
    ['verify-full', 'verified'],
  ])('treats PGSSLMODE=%s as %s, and rejects ssl=0 in the URL', (mode, expected) => {
    vi.stubEnv('PGSSLMODE', mode);
    expect(readPostgresTls('postgres://site@db.example.com/site')).toEqual({
      host: 'db.example.com',
      protection: expected,
      ...((mode === 'allow' || mode === 'nonsense') && { ssl: { rejectUnauthorized: false } }),
    });
    expect(() => readProtection('postgres://site@db.example.com/site?ssl=0')).toThrow(/in clear/);
  });

  test.each([
    ['sslmode=require', 'verified'],
    ['sslmode=verify-full', 'verified'],
    ['sslmode=prefer', 'verified'],
    ['ssl=true', 'verified'],
    ['sslnegotiation=direct', 'verified'],
    ['sslmode=no-verify', 'unverified'],
    ['sslmode=require&uselibpqcompat=true', 'unverified'],
    ['sslmode=require&uselibpqcompat=true&sslrootcert=/ca.pem', 'verified'],
  ])('treats %s in the URL as %s', (query, expected) => {
    expect(readProtection(`postgres://site@db.example.com/site?${query}`)).toBe(expected);
  });

  test.each(['sslmode=disable', 'ssl=0', 'ssl=false'])(
    'rejects %s without showing the password, unless ALLOW_PLAINTEXT lists postgres',
    (query) => {
      const url = `postgres://site:hunter2@db.example.com/site?${query}`;
      expect(() => readPostgresTls(url)).toThrow(/db\.example\.com would be in clear/);
      expect(() => readPostgresTls(url)).not.toThrow(/hunter2/);
      expect(readPostgresTls(url, { ALLOW_PLAINTEXT: ['postgres'] }).protection).toBe('plaintext');
    },
  );
});
