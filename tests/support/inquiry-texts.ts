/** Inquiries as people and spammers write them, for the tests of spam detection. */

interface InquiryText {
  companyName: string;
  contactName: string;
  message: string;
}

const toInquiry = ([companyName, contactName, message]: readonly [
  string,
  string,
  string,
]): InquiryText => ({ companyName, contactName, message });

export const honestTexts: readonly InquiryText[] = (
  [
    [
      'Halden Skin Studios',
      'Olga Brenner',
      'We open two medspas in March and need front desk people who speak Spanish.',
    ],
    [
      'Corewell Pilates',
      'Dana Ruiz',
      'Nobody answers the phone between 6 and 9 am. Can your people work from Eastern time?',
    ],
    [
      'Peak Fitness Franchise Group',
      'Tom',
      'pls call me after 4, i have 12 gyms and my manager just quit',
    ],
    [
      'SEO Salon & Spa',
      'Maria Lopez',
      'We are a salon in Austin. Looking for a receptionist who knows Boulevard.',
    ],
    [
      'Knightsbridge Franchise Partners',
      'J. Schwartzkopf',
      'Please send the price list for 9 locations.',
    ],
    [
      'GlowUpMedSpa',
      'Kim Nguyen',
      'Is it possible to start with one person and add a second one in summer?',
    ],
    [
      'Bright Smiles',
      'Dr. Patel',
      'We are www.brightsmiles.example. Our booking runs on Zendesk, does your team know it?',
    ],
    [
      'Loan Star Fitness',
      'Bill Harper',
      'I run 3 clubs in Texas. What do you charge for after-hours calls?',
    ],
    [
      'Vista Retail',
      'Ann',
      'I found your website through a franchise forum. Who would train the assistant?',
    ],
    [
      'Marathon Runners Store',
      'Pete',
      'Need someone to answer emails and WhatsApp messages from customers, about 60 a day.',
    ],
    [
      'Casa Bella',
      'Lucía Fernández',
      'Hola, buscamos una recepcionista bilingüe para dos spas en Miami. ¿Cuánto cuesta al mes?',
    ],
    ['Urban Cuts', 'DeShawn', 'HELLO WE NEED HELP WITH THE PHONES ASAP THANK YOU'],
    [
      'FitBox',
      'Sara',
      'Your case study about the medspa chain sounds like us. Can we talk on Tuesday?',
    ],
    [
      'Northline Dental',
      'Grace Kim',
      'Our last assistant cost us $4,000 a month. What would the Full PM package save?',
    ],
    [
      'Wellness Partners LLC',
      'R. Okafor',
      'We are backed by investors and open 20 studios next year. We need operations managers.',
    ],
    [
      'Dating Coach Academy',
      'Lena',
      'Small franchise with 4 coaches. We need help with the calendar and customer support.',
    ],
    [
      'Spin City',
      'Marco',
      'How do you handle SOPs? Ours are in Google Docs: https://docs.example/sop',
    ],
    ['Cycle House', 'Fay', 'I would like a free consultation about an executive assistant.'],
    [
      'Lucky Slots Laundromat',
      'Hank',
      'Two laundromats. Customers call when a machine eats their quarters. Can you take those calls?',
    ],
    ['Tan & Go', 'Priya', 'Do your people speak Portuguese too? Most of our clients in Newark do.'],
    [
      'Blue Door Realty',
      'Walt Jenkins',
      'My wife told me about you. We lose leads because no one calls them back the same day.',
    ],
    [
      'Kids Gym',
      'Mrs. O’Neil',
      'Can the same person do billing questions and trial bookings? We use Mindbody.',
    ],
    [
      'Sunrise Retail Chain',
      'Chen Wei',
      'We have 34 shops. Need a quote for six receptionists, start date January 6.',
    ],
    ['The Brow Bar', 'Zoë', 'Our Google reviews complain that nobody picks up. Help!!'],
    ['Anchor Fitness', 'Joe', 'What happens when the person is sick or on vacation?'],
    [
      'Webster Design Studio',
      'Ivy',
      'We design kitchens. Looking for customer support with HubSpot experience.',
    ],
    ['Fresh Press Juice', 'Omar', 'Are there contracts? We want to try it for three months first.'],
    [
      'Peachtree MedSpa',
      'Nora Blake',
      'Please confirm whether your staff is HIPAA trained. We review vendors this week.',
    ],
    ['Elite Nails', 'Thu', 'hi how much for 1 receptionist english vietnamese'],
    [
      'Franchise Growth Co',
      'Stan Miller',
      'We help owners buy salons. Three of them asked me for staff, so I am asking you. Call me at (512) 555-0148.',
    ],
  ] as const
).map(toInquiry);

export const spamTexts: readonly InquiryText[] = (
  [
    [
      'google',
      'RobertTug',
      'Get 5000 high quality backlinks for your site today. Order now https://links.example.ru',
    ],
    [
      'Digital Marketing',
      'Priyanka',
      'Hi, we can put your website on the first page of Google. We offer affordable SEO packages with a free audit.',
    ],
    [
      'Web Experts',
      'John Carter',
      'Dear business owner, I was looking at your website and found errors on your site. We redesign websites at the lowest price.',
    ],
    ['CryptoPro', 'Alex', 'Earn $950 per day from home with our new Bitcoin robot!!!'],
    ['LgPqWxTzRb', 'HjKdRtWqZx', 'sdfkjh'],
    [
      'FundNow',
      'Brian',
      'Pre-approved business loans up to $500k, no collateral, unsecured loan in 24 hours. Reply STOP to opt out.',
    ],
    [
      'Leads Galore',
      'Nina',
      'We sell verified email lists and B2B databases for your industry. Interested in a sample?',
    ],
    ['Casino VIP', 'Max', 'Best online casino, 200% bonus! https://slots.example.top'],
    ['Health Store', 'Dr. Green', 'Buy Viagra and Cialis without prescription, worldwide delivery'],
    ['asdfghjkl', 'qwrtplkjh', 'test'],
    [
      'Video World',
      'Emma',
      'Hi, I came across your website. We create animated explainer videos. See our work: https://v.example',
    ],
    [
      'Domain Services',
      'Notice',
      'Your domain will expire today. Renew immediately to avoid termination: https://renew.example',
    ],
    [
      'App Masters',
      'Rahul',
      'We develop mobile apps and websites with our team of 200 engineers. Free quote. Contact me on Skype.',
    ],
    [
      'Romance',
      'Olya',
      'Hot girls in your city want to meet you <a href="http://x.example">click</a>',
    ],
    [
      'Estate of Mr. Brown',
      'Barrister James',
      'I contact you as next of kin of my late client who left 12 million US dollars.',
    ],
    [
      'Social Boost',
      'Kate',
      'Buy 10,000 real followers for $29. Instant delivery, 100% guarantee.',
    ],
    ['Seo Agency', 'Mike', '[url=http://a.example]seo[/url] [url=http://b.example]links[/url]'],
    ['Компания', 'Иван', 'Продвижение сайтов в топ, пишите в телеграм https://t.me/promo'],
    [
      'Guest Blogger',
      'Sophie',
      'I would love to publish a guest post on your blog with one do-follow link.',
    ],
    [
      'Investor Relations',
      'Mr. Chang',
      'I represent an investor with funds for projects. We seek an investment partner in your country. Kindly reply on WhatsApp.',
    ],
    [
      'Traffic Bot',
      'Leo',
      'Targeted traffic for your website, 10k real visitors for $9. Unsubscribe: https://u.example',
    ],
    ['http://cheap-meds.example', 'Anna', 'Hello'],
    [
      'Forex Signals',
      'Trader Tom',
      'Double your money every week with guaranteed profit, risk-free.',
    ],
    [
      'Ranking Pro',
      'Steve',
      'Your competitors are ranking above you on Google. We provide white-hat SEO services from $99/month.',
    ],
    [
      'Merchant Capital',
      'Linda',
      'Business funding and line of credit up to $2M. No obligation. Apply: https://fund.example',
    ],
    [
      'Review King',
      'Paul',
      'Increase your rating: buy 50 reviews, cheap and real, delivered in 3 days.',
    ],
    [
      'Website Fix',
      'Arjun',
      'I checked your website and it has issues with your site speed. We offer a free audit and affordable prices.',
    ],
    [
      'Work From Home',
      'Jess',
      'I made $7,400 last month working from home, and you can too. Act now, limited-time offer',
    ],
    ['Best Deals', 'Sale', 'www.a.example www.b.example www.c.example www.d.example'],
    // Reads like an honest inquiry.
    ['Logo Makers', 'Fred', 'Hello, do you have a moment to talk about your logo?'],
  ] as const
).map(toInquiry);
