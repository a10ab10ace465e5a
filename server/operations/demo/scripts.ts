/** A demo ticket. In its texts, a placeholder such as `{kind}` is replaced by a random word of that kind. */
export type Script = {
  subject: string
  tags: string[]
  type: 'question' | 'incident' | 'problem' | 'task'
  priority: 'low' | 'normal' | 'high' | 'urgent'
  turns: { by: 'customer' | 'agent' | 'note'; text: string }[]
}

const customer = (text: string) => ({ by: 'customer', text }) as const
const agent = (text: string) => ({ by: 'agent', text }) as const
const note = (text: string) => ({ by: 'note', text }) as const

export const halyardScripts: Script[] = [
  {
    subject: 'Night shifts missing from the payroll export',
    tags: ['payroll', 'export'],
    type: 'problem',
    priority: 'urgent',
    turns: [
      customer(
        'We closed the pay period on {day} and exported it for the payroll as usual. The file has 198 rows, the rota shows 212. All missing rows are night shifts in {site} that start before midnight.\n\nPayroll runs on Monday at noon, so I need this fixed or a manual list by then.',
      ),
      agent(
        'Thanks for the details. Shifts that cross midnight were split when a site has a custom day boundary, and {site} is set to 05:00. I am checking whether we can run it again for you today.',
      ),
      note('The fix is behind export_day_boundary. I turned it on for this account only.'),
      customer('Thank you. If I run it again myself, will the payroll import the 198 rows a second time?'),
      agent(
        'No, it matches on the shift, so the rows that are in already are skipped and only the missing ones are added. The corrected export is on for your account now.',
      ),
    ],
  },
  {
    subject: 'Staff in {site} can’t clock in since this morning',
    tags: ['time clock'],
    type: 'incident',
    priority: 'urgent',
    turns: [
      customer(
        'The tablet shows “location not recognised” for everybody since 06:40. People write their hours on paper now. What can we do?',
      ),
      agent(
        'Sorry for the trouble. The tablet lost its location permission after an update. Open Settings, Apps, Halyard, Permissions and allow the location, then restart the app once.',
      ),
      customer('That worked, everyone is in again. How do we enter the hours from the paper?'),
      agent(
        'Open the day in the rota, choose Add time for each person and enter start and end. The entries are marked as added by hand and count for payroll.',
      ),
    ],
  },
  {
    subject: 'How do I give one manager two locations?',
    tags: ['permissions'],
    type: 'question',
    priority: 'normal',
    turns: [
      customer('I only see a single choice in the profile. {name} runs {site} and the kiosk at the station.'),
      agent(
        'You can add the second location under Team, the person, Roles: choose Add role and pick the other location there. The profile shows only the home location.',
      ),
      customer('Found it, that is what I was looking for. Thanks!'),
    ],
  },
  {
    subject: 'Invoice shows {number} seats, we removed four in {month}',
    tags: ['billing'],
    type: 'question',
    priority: 'normal',
    turns: [
      customer(
        'Could you check before the invoice is due? We removed four people at the beginning of {month} and still pay for them.',
      ),
      agent(
        'Seats are counted at the end of a month, so the four are still on this invoice and will be gone from the next one. I have credited the difference, you see it as its own line.',
      ),
    ],
  },
  {
    subject: 'Public holidays for {region} are off by one day',
    tags: ['calendar'],
    type: 'problem',
    priority: 'high',
    turns: [
      customer(
        'The calendar shows the holiday a day early for {region}. Two managers planned too few people because of it.',
      ),
      note('Same as two tickets last week. The source we import from moved to UTC dates.'),
      agent(
        'You are right, the dates for {region} were imported in the wrong time zone. They are corrected now; please look at the weeks around the holiday once.',
      ),
    ],
  },
  {
    subject: 'Rota PDF cuts off long names',
    tags: ['print'],
    type: 'problem',
    priority: 'low',
    turns: [
      customer(
        'Printing A3 landscape, names longer than 18 characters are cut off at the end. It would be fine if they wrapped.',
      ),
      agent('Names wrap now, in landscape and portrait. Please print the week once more.'),
    ],
  },
  {
    subject: 'Can the app remind people to claim open shifts?',
    tags: ['feature request'],
    type: 'question',
    priority: 'low',
    turns: [
      customer(
        'We lose about two shifts a week because nobody sees them in time. A push message a day before would help a lot.',
      ),
      agent(
        'There is a setting for exactly this: Settings, Notifications, Open shifts. You can choose how long before a shift people hear of it. I have noted your wish for a second reminder.',
      ),
    ],
  },
  {
    subject: 'Import failed: 6 of {number} rows',
    tags: ['import'],
    type: 'problem',
    priority: 'normal',
    turns: [
      customer(
        'The error file says “duplicate external id”, but I can’t find these ids in our list. What does it mean?',
      ),
      agent(
        'The six people were imported before and archived since. Restore them under Team, Archived, and run the import again; it will then update them instead of adding them.',
      ),
    ],
  },
  {
    subject: 'Swap approved, but the old person still gets reminders',
    tags: ['notifications', 'shift swap'],
    type: 'problem',
    priority: 'high',
    turns: [
      customer(
        'Third time this month. {name} gave the shift away on {day}, the swap is approved, and still the reminder goes to {name}.',
      ),
      agent(
        'I could reproduce it: the reminder is planned before the swap and was not moved with it. We are working on it. Until then the reminder can be switched off per shift with the bell.',
      ),
    ],
  },
  {
    subject: 'Please change the time zone of our workspace',
    tags: ['settings'],
    type: 'task',
    priority: 'normal',
    turns: [
      customer(
        'We moved the head office and would like to change the time zone without moving the shifts that are planned already. Is that possible?',
      ),
      agent(
        'Yes. Choose the new zone under Settings, General, and tick “keep planned times”; shifts keep the hour on the clock.',
      ),
    ],
  },
  {
    subject: 'API answers 429 while we sync',
    tags: ['api'],
    type: 'question',
    priority: 'high',
    turns: [
      customer(
        'Our nightly job makes about 300 calls in a minute and gets 429 for a third of them. Is there a bulk call?',
      ),
      agent(
        'There is: ask for a whole week with one call and follow the cursor. The answer also says how long to wait in Retry-After. With that your job needs 12 calls.',
      ),
      customer('Very good, it runs in a few seconds now.'),
    ],
  },
  {
    subject: 'Two employees have the same e-mail',
    tags: ['accounts'],
    type: 'question',
    priority: 'low',
    turns: [
      customer('A couple shares one address, and the second invitation says it is taken. Can they both use it?'),
      agent(
        'Each person needs an address of their own, since the sign-in code goes there. A plus-address of the same mailbox works, such as anna+shifts@….',
      ),
    ],
  },
]

export const brambleScripts: Script[] = [
  {
    subject: 'Delivery {number} arrived with a torn bag',
    tags: ['delivery', 'damage'],
    type: 'incident',
    priority: 'high',
    turns: [
      customer(
        'One of the four bags was open and half of the beans are in the box. The others are fine. I can send a picture.',
      ),
      agent(
        'I am sorry about that. A new bag leaves with the next truck on {day}, and you need not send anything back.',
      ),
      customer('That is quick, thank you!'),
    ],
  },
  {
    subject: 'Pause our subscription for {month}',
    tags: ['subscription'],
    type: 'task',
    priority: 'normal',
    turns: [
      customer('The office is closed in {month}. Can we skip that delivery and go on afterwards as before?'),
      agent(
        'Done. You get nothing in {month} and the usual order after it. You can also do this yourself under Subscription, Skip.',
      ),
    ],
  },
  {
    subject: 'Which grind for a moka pot?',
    tags: ['advice'],
    type: 'question',
    priority: 'low',
    turns: [
      customer(
        'I ordered whole beans by mistake and borrow a grinder. What setting is right for a moka pot, nearer to espresso or to filter?',
      ),
      agent(
        'Between both, and nearer to espresso: like fine table salt. If the coffee tastes bitter, go one step coarser.',
      ),
    ],
  },
  {
    subject: 'Wrong company on invoice {number}',
    tags: ['billing'],
    type: 'question',
    priority: 'normal',
    turns: [
      customer(
        'The invoice names our old company. The new one is in the account since {month}. Our bookkeeping sends it back otherwise.',
      ),
      agent(
        'A corrected invoice is attached to your account now and the old one is void. The address for invoices is a setting of its own, I have set it too.',
      ),
    ],
  },
  {
    subject: 'Can you deliver to {site}?',
    tags: ['delivery'],
    type: 'question',
    priority: 'normal',
    turns: [
      customer(
        'We open a second place in {site} and would like the same coffee there, about 12 kg a week. Do you deliver there, and on which days?',
      ),
      agent(
        'We do, on Tuesdays and Fridays before noon. Tell me the first date and I set it up with your usual blend.',
      ),
    ],
  },
  {
    subject: 'The espresso tastes different since last week',
    tags: ['quality'],
    type: 'problem',
    priority: 'high',
    turns: [
      customer(
        'Two guests and our barista noticed it: more acid, less body. Same machine, same settings. Lot {number}.',
      ),
      note('Lot is the new harvest. The roastery moved the end temperature by two degrees on purpose.'),
      agent(
        'You noticed well: this lot is from the new harvest. Two degrees more and two seconds longer bring the body back. If you like, I send you a bag of the old lot to compare.',
      ),
      customer('Please do, then we decide.'),
    ],
  },
  {
    subject: 'Machine service before {month}',
    tags: ['machines'],
    type: 'task',
    priority: 'normal',
    turns: [
      customer('Our machine is due for its yearly service. Could somebody come on a {day} before ten?'),
      agent('A technician can come on {day} at 8:30. It takes about an hour; please empty the water tank before.'),
    ],
  },
  {
    subject: 'Voucher does not work',
    tags: ['shop'],
    type: 'problem',
    priority: 'normal',
    turns: [
      customer('The shop says the voucher is not valid. I got it yesterday for my birthday.'),
      agent(
        'It had been entered with a wrong end date. It works now, and I have added shipping for free for the trouble.',
      ),
    ],
  },
  {
    subject: 'Do you still have the Sidamo?',
    tags: ['shop'],
    type: 'question',
    priority: 'low',
    turns: [
      customer('It is gone from the shop. Will it come back this year, or can you recommend something like it?'),
      agent('The next lot lands in about five weeks. Until then the Guji is nearest: as floral, with a bit more body.'),
    ],
  },
  {
    subject: 'Tracking stands still for {number} hours',
    tags: ['delivery'],
    type: 'incident',
    priority: 'urgent',
    turns: [
      customer('The parcel is in {site} since {day} and nothing moves. We have coffee for one more morning.'),
      agent(
        'The carrier lost the label. A second parcel is on its way by express and reaches you tomorrow before ten. Keep the first one too, should it arrive.',
      ),
    ],
  },
]

export const words: Record<string, string[]> = {
  site: ['Leith', 'Portobello', 'Utrecht', 'Lyon', 'Graz', 'Aarhus', 'Bilbao', 'Gdańsk'],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  month: ['September', 'October', 'November', 'December'],
  region: ['Catalonia', 'Bavaria', 'Ticino', 'Alsace'],
  name: ['Jonas', 'Ada', 'Priya', 'Marta'],
  number: ['31', '48', '212', '1064', '2207'],
}

export const customerNames = [
  'Rosa Delgado',
  'Callum Reid',
  'Hannah Weiss',
  'Yusuf Demir',
  'Ingrid Sørensen',
  'Daniel Achterberg',
  'Laia Ferrer',
  'Oluwaseun Adeyemi',
  'Mei-Ling Tan',
  'Grace Whitfield',
  'Aoife Brennan',
  'Petra Novák',
  'Marcus Feld',
  'Sanjay Mehta',
  'Zofia Kamińska',
  'Elena Rossi',
  'Tomás Silva',
  'Noor Haddad',
  'Björn Ek',
  'Keiko Tanaka',
  'Lucas Moreau',
  'Amira Saleh',
  'Piotr Zieliński',
  'Chiara Conti',
  'Freya Lund',
  'Diego Ortega',
  'Sofia Papadaki',
  'Emil Kovács',
  'Nadia Rahman',
  'Owen Price',
  'Lena Baumann',
  'Mateo Vidal',
]
