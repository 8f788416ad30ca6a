import { listInvalidBlocks } from '../../content/pages/blocks.server';
import type { Database } from '../../db/database.server';
import {
  listSecondFactorSecrets,
  unreadableSecretMessage,
} from '../../foundation/auth/second-factor.server';
import { settingLabels } from '../../foundation/environment/contract';
import {
  countUnreadableSecrets,
  type EncryptionContext,
} from '../../foundation/environment/encryption.server';
import {
  listInvalidSettings,
  listSettingSecrets,
  readSettingRows,
  unreadableSettingsMessage,
} from '../../foundation/environment/owner-settings.server';
import {
  listWebhookSecrets,
  unreadableWebhooksMessage,
} from '../../foundation/webhooks/secrets.server';

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

/** Returns a message when stored settings or texts of pages are not valid, and so are ignored. */
export async function checkSettings(db: Database): Promise<string[]> {
  const rows = await readSettingRows(db);
  const ignored = [
    ...listInvalidSettings(rows).map((name) => settingLabels[name]),
    ...listInvalidBlocks(rows),
  ];
  return ignored.length === 0
    ? []
    : [
        `Ignored, because the saved value is not valid: ${ignored.join(', ')}. Enter it again in the admin area.`,
      ];
}
