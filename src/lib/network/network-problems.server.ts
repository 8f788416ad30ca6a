import { getErrorCode } from '../errors';

const notFound = 'was not found';
const unreachable = 'can’t be reached';
const silent = 'did not respond';
const badCertificate = 'has a certificate that is not valid';

/** What is wrong with another server in plain words, after its name, by the code of Node.js. */
export const networkProblems = {
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: silent,
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  EPROTO: 'offers no encryption',
  CERT_HAS_EXPIRED: 'has a certificate that has run out',
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate,
} as const;

/**
 * Returns a network failure in plain words, with its code and its cause. Any other error stays as it
 * is.
 * @param server the name of the other server, such as its host
 */
export function toPlainNetworkError(error: unknown, server: string): unknown {
  const code = getErrorCode(error);
  const [, problem] = Object.entries(networkProblems).find(([known]) => known === code) ?? [];
  return problem
    ? Object.assign(new Error(`${server} ${problem}`, { cause: error }), { code })
    : error;
}
