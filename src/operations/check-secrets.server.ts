import {
  listSecondFactorSecrets,
  unreadableSecretMessage,
} from '../foundation/auth/second-factor.server';
import {
  countUnreadableSecrets,
  type EncryptionContext,
} from '../foundation/settings/encryption.server';
import {
  listSettingSecrets,
  unreadableSettingsMessage,
} from '../foundation/settings/owner-settings.server';
import {
  listWebhookSecrets,
  unreadableWebhooksMessage,
} from '../foundation/webhooks/secrets.server';

const kinds = [
  { list: listSecondFactorSecrets, message: unreadableSecretMessage },
  { list: listSettingSecrets, message: unreadableSettingsMessage },
  { list: listWebhookSecrets, message: unreadableWebhooksMessage },
];

/**
 * Checks all secrets in the database.
 * @param reencrypt encrypts secrets anew that are in plain text or encrypted with an earlier key
 * @returns a message for each kind that can't be decrypted
 */
export async function checkSecrets(
  context: EncryptionContext,
  options: { reencrypt: boolean },
): Promise<string[]> {
  const messages: string[] = [];
  for (const { list, message } of kinds) {
    const unreadable = await countUnreadableSecrets(context, await list(context.db), options);
    if (unreadable > 0) messages.push(message);
  }
  return messages;
}
