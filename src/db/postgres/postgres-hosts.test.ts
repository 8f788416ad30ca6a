import { describe, expect, test } from 'vitest';
import { listDatabaseUrls, setUrlParameter } from './postgres-hosts.server';

describe('listDatabaseUrls', () => {
  test.each([
    ['postgres://localhost/site', ['postgres://localhost/site']],
    [
      'postgres://me:p%40ss@one:5433,two/site?sslmode=require',
      [
        'postgres://me:p%40ss@one:5433/site?sslmode=require',
        'postgres://me:p%40ss@two/site?sslmode=require',
      ],
    ],
    ['postgresql://[::1]:5432,[::2]/x', ['postgresql://[::1]:5432/x', 'postgresql://[::2]/x']],
    ['postgres:///site?host=/tmp', ['postgres:///site?host=/tmp']],
  ])('splits %s by its hosts', (url, expected) => {
    expect(listDatabaseUrls(url)).toEqual(expected);
  });
});

describe('setUrlParameter', () => {
  test.each([
    ['postgres://one:1,two:2/site', 'postgres://one:1,two:2/site?name=a+b'],
    ['postgres://one/site?name=x&ssl=true', 'postgres://one/site?name=a+b&ssl=true'],
  ])('of %s keeps its hosts and other parameters', (url, expected) => {
    expect(setUrlParameter(url, 'name', 'a b')).toBe(expected);
  });
});
