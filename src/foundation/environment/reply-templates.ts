/** A mail that the owner sends often. `{name}`, `{company}` and `{site}` are filled in. */
export interface ReplyTemplate {
  name: string;
  subject: string;
  body: string;
}

/** The templates until the owner changes them. */
export const defaultReplyTemplates: readonly ReplyTemplate[] = [
  {
    name: 'First answer',
    subject: 'Your inquiry about staff for {company}',
    body: 'Hi {name},\n\nThank you for your inquiry. To suggest the right people I have two questions:\n\n1. At which hours is nobody at the desk or on the phone today?\n2. When do you want the first person to start?\n\nA 30-minute call is the quickest way. Which day suits you?\n\n{site}',
  },
  {
    name: 'After a missed call',
    subject: 'Sorry I missed you',
    body: 'Hi {name},\n\nI tried to reach you about {company}. When is a good time to call, and at which number?\n\n{site}',
  },
  {
    name: 'Proposal',
    subject: 'Our proposal for {company}',
    body: 'Hi {name},\n\nAs agreed, here is our proposal for {company}.\n\n\n\nDo you have questions, or shall we set a start date?\n\n{site}',
  },
];
