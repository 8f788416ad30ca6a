import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadVersion, patchVersion } from '../../../content/kit/versions';
import { getFirstName } from '../../../cover/public/sheet-words';
import { type SettingsForOwner, settingFields } from '../../../foundation/environment/contract';
import {
  defaultReplyTemplates,
  type ReplyTemplate,
} from '../../../foundation/environment/reply-templates';
import type { Lead } from '../../contract';

const settingsUrl = '/api/settings';
const templatesKey = ['/api', 'settings', 'replyTemplates'] as const;

export interface StoredTemplates {
  templates: readonly ReplyTemplate[];
  /** The version of the settings, to save a change of this one. */
  version: string;
  /** The site has a mail server. */
  hasMailServer: boolean;
}

function readTemplates({ fields, version }: SettingsForOwner): StoredTemplates {
  const { data } = settingFields.replyTemplates.safeParse(fields.replyTemplates?.value);
  return {
    templates: data ?? defaultReplyTemplates,
    version,
    hasMailServer: Boolean(fields.smtpHost?.value),
  };
}

/** Loads the templates of the owner's mails, which are a setting. */
export const loadTemplates = async (signal?: AbortSignal): Promise<StoredTemplates> =>
  readTemplates(await loadVersion<SettingsForOwner>(settingsUrl, signal));

export const useReplyTemplates = () =>
  useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => loadTemplates(signal),
    staleTime: 0,
  });

/** Stores the templates, unless the settings have changed meanwhile. */
export function useSaveReplyTemplates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ templates, version }: Omit<StoredTemplates, 'hasMailServer'>) =>
      readTemplates(
        await patchVersion<SettingsForOwner>(settingsUrl, version, { replyTemplates: templates }),
      ),
    onSuccess: (stored) => client.setQueryData(templatesKey, stored),
  });
}

/** Fills in a template for a lead. */
export function fillTemplate(
  { subject, body }: ReplyTemplate,
  lead: Pick<Lead, 'contactName' | 'companyName'>,
  siteName: string,
): { subject: string; body: string } {
  const values: Record<string, string> = {
    name: getFirstName(lead.contactName),
    company: lead.companyName,
    site: siteName,
  };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return { subject: fill(subject), body: fill(body) };
}
