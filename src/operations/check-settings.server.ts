import type { Database } from '../db/database.server';
import { listInvalidBlocks } from '../features/pages/blocks.server';
import { settingLabels } from '../foundation/settings/contract';
import { listInvalidSettings, readSettingRows } from '../foundation/settings/owner-settings.server';

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
