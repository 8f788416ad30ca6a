/** A file as the export of a CRM writes it, with 50 rows. */
export interface CrmFile {
  name: string;
  text: string;
  /** Columns whose texts are stored in another form: statuses and dates. */
  translated: readonly string[];
}

const people = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gia', 'Hal', 'Ida', 'Jon'];

/** Builds a file from its columns, each with the text of a row. */
const createFile = (
  name: string,
  translated: readonly string[],
  columns: Record<string, (index: number) => string>,
): CrmFile => {
  const rows = Array.from({ length: 50 }, (_, index) =>
    Object.values(columns).map((read) => read(index)),
  );
  const lines = [Object.keys(columns), ...rows].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  );
  return { name, translated, text: lines.join('\r\n') };
};

const pick = (texts: readonly string[]) => (index: number) => texts[index % texts.length] ?? '';
const pad = (number: number) => String(number).padStart(2, '0');
const firstName = pick(people);
const lastName = (index: number) => `Rivera-${index}`;
const company = (index: number) => `Studio ${index}, "North"`;
const phone = (index: number) => `+1 614-555-01${pad(index)}`;

/** One row of each file has no email, as an export of contacts may have. */
const email = (index: number) => (index === 17 ? '' : `person${index}@studio.example`);

export const crmFiles: readonly CrmFile[] = [
  createFile('HubSpot', ['Lead Status', 'Lifecycle Stage', 'Create Date'], {
    'Record ID': (index) => `9${index}01`,
    'First Name': firstName,
    'Last Name': lastName,
    Email: email,
    'Phone Number': phone,
    'Contact owner': () => 'Jordan Field',
    'Lifecycle Stage': pick(['Lead', 'Marketing Qualified Lead', 'Opportunity', 'Customer']),
    'Lead Status': pick(['NEW', 'OPEN', 'ATTEMPTED_TO_CONTACT', 'CONNECTED', '']),
    'Create Date': (index) => `2024-03-${pad((index % 28) + 1)} 14:0${index % 10}`,
    'Company Name': company,
    'Number of Employees': (index) => `${index * 7 + 1000}`,
  }),
  createFile('Pipedrive', ['Deal - Stage', 'Deal - Status', 'Deal - Deal created'], {
    'Deal - Title': (index) => `Deal of studio ${index}`,
    'Deal - Value': (index) => `${index * 100 + 3000}`,
    'Deal - Currency': () => 'USD',
    'Deal - Stage': pick(['Lead In', 'Contact Made', 'Demo Scheduled', 'Proposal Made']),
    'Deal - Status': pick(['Open', 'Open', 'Won', 'Lost']),
    'Deal - Owner': () => 'Jordan Field',
    'Deal - Deal created': (index) => `2024-02-${pad((index % 28) + 1)} 09:30:15`,
    'Deal - Next activity date': (index) => (index % 3 === 0 ? '2024-04-01' : ''),
    'Person - Name': (index) => `${firstName(index)} ${lastName(index)}`,
    'Person - Email': email,
    'Person - Phone': phone,
    'Organization - Name': company,
  }),
  createFile('Salesforce', ['Lead Status', 'Created Date'], {
    'First Name': firstName,
    'Last Name': lastName,
    Title: pick(['Owner', 'Manager', '']),
    'Company / Account': company,
    Email: email,
    Phone: phone,
    Street: (index) => `${index} Main Street\nSuite ${index}`,
    'Lead Status': pick([
      'Open - Not Contacted',
      'Working - Contacted',
      'Closed - Converted',
      'Closed - Not Converted',
    ]),
    'Lead Source': pick(['Web', 'Phone Inquiry', 'Partner Referral', 'Trade Show']),
    Rating: pick(['Hot', 'Warm', 'Cold']),
    'Lead Owner': () => 'Jordan Field',
    'Created Date': (index) => `${(index % 12) + 1}/${(index % 28) + 1}/2024`,
    'No. of Employees': (index) => `${index * 10 + 2000}`,
  }),
];

/** The statuses and stages that each CRM has before anyone changes them. */
export const crmStatuses: Readonly<Record<string, readonly string[]>> = {
  HubSpot: [
    ...['New', 'Open', 'In Progress', 'Open Deal', 'Unqualified', 'Attempted to Contact'],
    ...['Connected', 'Bad Timing', 'Subscriber', 'Lead', 'Marketing Qualified Lead'],
    ...['Sales Qualified Lead', 'Opportunity', 'Customer', 'Evangelist', 'Appointment Scheduled'],
    ...['Qualified To Buy', 'Presentation Scheduled', 'Decision Maker Bought-In'],
    ...['Contract Sent', 'Closed Won', 'Closed Lost'],
  ],
  Pipedrive: [
    ...['Qualified', 'Lead In', 'Contact Made', 'Demo Scheduled', 'Proposal Made'],
    ...['Negotiations Started', 'Open', 'Won', 'Lost'],
  ],
  Salesforce: [
    ...['Open - Not Contacted', 'Working - Contacted', 'Closed - Converted'],
    ...['Closed - Not Converted', 'Prospecting', 'Qualification', 'Needs Analysis'],
    ...['Value Proposition', 'Id. Decision Makers', 'Perception Analysis'],
    ...['Proposal/Price Quote', 'Negotiation/Review', 'Closed Won', 'Closed Lost'],
  ],
};
