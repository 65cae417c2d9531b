/** What a small office remembers: mail, tickets and minutes of five people, each with who wrote it. */
export const officeMemory: readonly Remembered[] = [
  mail(
    'Ines Okafor',
    'Re: Lease for the warehouse',
    '2025-03-03',
    'Hi all, I signed the lease for the warehouse on Friday. The landlord wants a deposit of two months.',
  ),
  mail(
    'Tomasz Brandt',
    'Re: Lease for the warehouse',
    '2025-03-04',
    'Thanks Ines. I asked the insurance company for an offer; they answer next week.',
  ),
  mail(
    'Priya Raman',
    'Forklift training',
    '2025-03-06',
    'I booked the forklift training for the whole team, it is on 20 March in Leeds.',
  ),
  mail(
    'Jonas Weidel',
    'Re: Forklift training',
    '2025-03-07',
    'I cannot come to Leeds, I will be at the trade fair in Hanover that week.',
  ),
  mail(
    'Mara Lindqvist',
    'Customs papers',
    '2025-03-11',
    'Dear Tomasz, you sent the customs papers to the wrong office. Please send them again to Rotterdam.',
  ),
  mail(
    'Tomasz Brandt',
    'Re: Customs papers',
    '2025-03-11',
    'Sorry about that. Done, they are on their way to Rotterdam.',
  ),
  mail(
    'Ines Okafor',
    'Supplier in Porto',
    '2025-03-14',
    'Jonas told me that the supplier in Porto raised the price of cork by nine percent.',
  ),
  mail(
    'Priya Raman',
    'Vaccination',
    '2025-03-17',
    'I am allergic to penicillin, please put that into the first aid list.',
  ),
  mail(
    'Jonas Weidel',
    'Bicycle',
    '2025-03-18',
    'My bicycle was stolen in front of the office last night, so I come by bus this week.',
  ),
  mail(
    'Mara Lindqvist',
    'Sabbatical',
    '2025-03-21',
    'I am planning a sabbatical in New Zealand from September, Priya has agreed to take over payroll.',
  ),
  ticket(
    'OPS-201',
    'Priya Raman',
    'Label printer prints blank pages',
    '2025-03-10',
    'Reported by Jonas Weidel. Assigned to Priya Raman. I replaced the ribbon of the label printer and it prints again.',
  ),
  ticket(
    'OPS-202',
    'Tomasz Brandt',
    'Cold room alarm at night',
    '2025-03-12',
    'Reported by Mara Lindqvist. Assigned to Tomasz Brandt. I changed the door sensor of the cold room; the alarm stayed quiet for three nights.',
  ),
  ticket(
    'OPS-203',
    'Ines Okafor',
    'Scanner app crashes on login',
    '2025-03-13',
    'Reported by Tomasz Brandt. Ines Okafor rolled the scanner app back to version 4.1.0 after 4.2.0 crashed on login.',
  ),
  ticket(
    'OPS-204',
    'Jonas Weidel',
    'Phone system drops calls',
    '2025-03-19',
    'Reported by Priya Raman. Jonas Weidel called the provider, who swapped the router in the basement.',
  ),
  ticket(
    'OPS-205',
    'Mara Lindqvist',
    'Payroll export has wrong dates',
    '2025-03-20',
    'Reported by Ines Okafor. I fixed the date format in the payroll export.',
  ),
  minutes(
    '2025-03-05',
    'Weekly meeting',
    'Present: Ines, Tomasz, Priya, Jonas, Mara.\nTomasz: will order new pallets by Friday.\nPriya: will write the safety handbook.\nJonas said that the website gets a new design in May.\nMara proposed a bonus for the night shift.',
  ),
  minutes(
    '2025-03-12',
    'Weekly meeting',
    'Present: Ines, Tomasz, Priya, Mara. Absent: Jonas.\nInes: will hire two drivers for the Bristol route.\nMara: will close the books of February.\nTomasz objected to the cheaper packaging tape.\nPriya reported that the safety handbook is half done.',
  ),
  minutes(
    '2025-03-19',
    'Weekly meeting',
    'Present: Ines, Tomasz, Priya, Mara, Jonas.\nJonas: will present the new catalogue in Lyon.\nInes announced that she moves to the Bristol office in June.\nTomasz: will repair the loading ramp.\nPriya volunteered to organise the summer party.',
  ),
];

/** Whose deed it is: half are answered by the memory, half put one’s deed, trait or word on another. */
export const attributionQuestions: readonly Attribution[] = [
  asked('What did Ines sign for the warehouse?', 'What did Tomasz sign for the warehouse?'),
  asked(
    'Where will Jonas be during the forklift training?',
    'Why can Mara not come to Leeds for the forklift training?',
  ),
  asked('What training did Priya book for the team?', 'When is the training that Jonas booked for the team?'),
  asked(
    'To which office did Tomasz have to send the customs papers again?',
    'To which wrong office did Ines send the customs papers?',
  ),
  asked('What did Jonas say about the supplier in Porto?', 'What did Mara say about the supplier in Porto?'),
  asked('What is Priya allergic to?', 'What is Tomasz allergic to?'),
  asked('Where was the bicycle of Jonas stolen?', 'Where was the bicycle of Ines stolen?'),
  asked('Where does Mara plan her sabbatical?', 'Where does Jonas plan his sabbatical?'),
  asked('What did Priya replace in the label printer?', 'What did Ines replace in the label printer?'),
  asked('Which sensor did Tomasz change in the cold room?', 'Which sensor did Priya change in the cold room?'),
  asked(
    'To which version did Ines roll back the scanner app?',
    'To which version did Jonas roll back the scanner app?',
  ),
  asked('Whom did Jonas call about the phone system?', 'Whom did Tomasz call about the phone system?'),
  asked('What did Mara fix in the payroll export?', 'What did Priya fix in the payroll export?'),
  asked('What will Tomasz order by Friday?', 'What will Mara order by Friday?'),
  asked('What did Priya agree to take over?', 'What bonus did Ines propose for the night shift?'),
  asked('What did Mara propose for the night shift?', 'How many drivers will Tomasz hire for the Bristol route?'),
  asked('How many drivers will Ines hire for the Bristol route?', 'Which packaging tape did Priya object to?'),
  asked('What did Tomasz object to?', 'Where will Mara present the new catalogue?'),
  asked('Where will Jonas present the new catalogue?', 'To which office does Tomasz move in June?'),
  asked('To which office does Ines move in June?', 'Which party did Jonas volunteer to organise?'),
].flat();

export interface Remembered {
  readonly author: string | null;
  readonly title: string;
  readonly thread: string | null;
  readonly occurredAt: string;
  readonly text: string;
}
export interface Attribution {
  readonly query: string;
  readonly answerable: boolean;
}

function mail(author: string, title: string, day: string, text: string): Remembered {
  return { author, title, thread: title.replace(/^Re: /, ''), occurredAt: `${day}T09:00:00Z`, text };
}

function ticket(id: string, author: string, title: string, day: string, text: string): Remembered {
  return { author, title: `${id} ${title}`, thread: id, occurredAt: `${day}T11:00:00Z`, text };
}

function minutes(day: string, title: string, text: string): Remembered {
  return { author: null, title, thread: `meeting-${day}`, occurredAt: `${day}T15:00:00Z`, text };
}

function asked(own: string, others: string): Attribution[] {
  return [
    { query: own, answerable: true },
    { query: others, answerable: false },
  ];
}
