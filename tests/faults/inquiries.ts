import { sampleLead } from '../samples';

/**
 * Sends inquiries of as many visitors at the same time, in turn to each of the sites, which must trust
 * the loopback as their proxy.
 * @returns how many got each status
 */
export async function sendInquiries(
  urls: readonly string[],
  count: number,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const response = await fetch(`${urls[index % urls.length]}/api/leads`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          // A visitor each, and a network each: a person's inquiries are limited.
          'X-Forwarded-For': `203.${(index >> 8) & 255}.${index & 255}.7`,
        },
        body: JSON.stringify({
          ...sampleLead,
          companyName: `Company ${index}`,
          email: `visitor-${index}@visitor-${index}.example`,
        }),
      });
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }),
  );
  return statuses;
}
