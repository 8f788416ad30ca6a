import { findSetting, type OwnerSettings, ownerSettingNames } from './contract';
import type { Environment, ServerEnvironment } from './environment.server';
import { getOwnerValues } from './environment.server';
import { variableGroups } from './environment-variables.server';

/** Returns the variable that sets this setting in this environment, or undefined. */
export function findOverride(
  { configured }: Pick<ServerEnvironment, 'configured'>,
  name: string,
): string | undefined {
  const variable = findSetting(name)?.variable;
  return variable !== undefined && configured.has(variable) ? variable : undefined;
}

/** Returns the value of a variable. One that is not known, or not set, is undefined. */
export const getVariable = (server: ServerEnvironment, variable: string): unknown =>
  Object.entries(server).find(([name]) => name === variable)?.[1];

/** The port of mail servers that encrypt from the start (RFC 8314). */
const smtpsPort = 465;

/** Builds the URL of the owner's mail server. */
function buildSmtpUrl({ smtpHost, smtpPort, smtpUser, smtpPassword }: OwnerSettings) {
  if (smtpHost === null) return undefined;
  const port = smtpPort ?? 587;
  const url = new URL(`${port === smtpsPort ? 'smtps' : 'smtp'}://${smtpHost}:${port}`);
  // A lone surrogate cannot be encoded.
  if (smtpUser !== null) url.username = encodeURIComponent(smtpUser.toWellFormed());
  if (smtpPassword !== null) url.password = encodeURIComponent(smtpPassword.toWellFormed());
  return url.href;
}

/** Returns the owner's values of variables. What the owner has not set is undefined. */
function toVariables(settings: OwnerSettings): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const name of ownerSettingNames) {
    const variable = findSetting(name)?.variable;
    const value = settings[name];
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    if (variable) values.set(variable, isEmpty ? undefined : value);
  }
  // Four settings are parts of one variable.
  values.set('SMTP_URL', buildSmtpUrl(settings));
  // Incomplete keys would take payments that are never confirmed.
  for (const group of variableGroups) {
    if (group.every((variable) => values.get(variable) !== undefined)) continue;
    for (const variable of group) if (values.has(variable)) values.set(variable, undefined);
  }
  return values;
}

/**
 * Returns the settings in effect: the variable's value if it is set, otherwise the owner's,
 * otherwise the default. All of them are returned, including undefined ones, so that the result can be
 * assigned over an earlier one.
 */
export function applyOwnerSettings(
  server: ServerEnvironment,
  settings: OwnerSettings,
): Environment {
  const resolved = [...toVariables(settings)].map(([variable, value]) => [
    variable,
    server.configured.has(variable) || value === undefined ? getVariable(server, variable) : value,
  ]);
  // The contract of a setting accepts only what its variable accepts.
  const effective: ServerEnvironment = { ...server, ...Object.fromEntries(resolved) };
  return { ...effective, owner: getOwnerValues(settings, effective) };
}
