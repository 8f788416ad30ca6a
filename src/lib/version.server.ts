import { version as release } from '../../package.json';

/** The release with a hash of the sources that it was built from, for logs and health checks. */
export const version = process.env.BUILD_HASH ? `${release}+${process.env.BUILD_HASH}` : release;
