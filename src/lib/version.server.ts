/** The release, for logs and health checks. */
export { version } from '../../package.json';
