import { sampleLead } from './samples';

/**
 * Sends inquiries from `count` different visitors at the same time, distributed over the sites, which must
 * trust the loopback address as a proxy.
 * @returns the number of responses by status
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
          // Each visitor from its own network, because inquiries per address are rate limited.
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
