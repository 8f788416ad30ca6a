/** The talent that a visitor asks about. */
export interface TalentChoice {
  id: string;
  name: string;
  title: string;
  role: string;
  imageUrl: string | null;
}

/** What the visitor pointed at before the lead form opened. */
export interface EnquiryAbout {
  packageName?: string;
  talent?: TalentChoice;
}

/** The enquiry page about the same, for browsers that cannot open the form as a dialog. */
export function enquiryAddress({ packageName, talent }: EnquiryAbout): string {
  const query = new URLSearchParams({
    ...(packageName && { package: packageName }),
    ...(talent && { talent: talent.id }),
  }).toString();
  return query === '' ? '/enquiry' : `/enquiry?${query}`;
}
