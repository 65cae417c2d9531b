import type { Remembered } from './attribution.ts';

/** A small mixed memory of one household and its projects: notes, mail and tickets; facts stand in `homeFacts`. */
export const homeMemory: readonly Remembered[] = [
  note(
    '2025-01-05',
    'The boiler in the cellar was serviced by Haldane Heating; the pressure should stay between 1.2 and 1.8 bar.',
  ),
  note('2025-01-12', 'Recipe for lentil soup: red lentils, carrots, cumin, lemon at the end.'),
  note('2025-01-20', 'The garden shed needs a new roof; felt costs about 90 pounds at the builders’ merchant.'),
  note('2025-02-02', 'Our cat Biscuit takes half a tablet of thyroid medicine every morning.'),
  note('2025-02-09', 'The spare key for the car is in the blue tin on the bookshelf.'),
  note('2025-02-15', 'Wifi at the cottage: the router is behind the piano, the network is called Heron.'),
  note('2025-02-22', 'Planted garlic and broad beans in the raised bed by the fence.'),
  note('2025-03-01', 'The dishwasher shows E24 when the drain hose is kinked.'),
  note('2025-03-08', 'Parser benchmark: the streaming parser needs 40 ms for a file of 10 MB.'),
  note('2025-03-15', 'The nightly backup goes to the disk called Walrus and takes two hours.'),
  mail(
    'Dr. Amal Nasser',
    'Appointment',
    '2025-02-11',
    'Your appointment for the eye test is moved to Thursday 27 February at 10:30.',
  ),
  mail(
    'Beatriz Lopes',
    'Choir',
    '2025-02-18',
    'The choir sings the Fauré Requiem on Palm Sunday; rehearsals are in the parish hall on Tuesdays.',
  ),
  mail(
    'Greenfield School',
    'School trip',
    '2025-03-03',
    'Year five visits the maritime museum on 4 April; please send a packed lunch.',
  ),
  mail(
    'Orchard Insurance',
    'Your policy',
    '2025-03-05',
    'The premium for your house insurance rises to 412 pounds from May.',
  ),
  mail(
    'Kenji Mori',
    'Kayak weekend',
    '2025-03-10',
    'I reserved two kayaks at the harbour for the last weekend of May.',
  ),
  ticket(
    'APP-31',
    '2025-03-02',
    'Search box loses focus after the second key press. Fixed by keeping the list mounted.',
  ),
  ticket(
    'APP-32',
    '2025-03-06',
    'Export to CSV writes dates in American order. Open; the customer in Utrecht is waiting.',
  ),
  ticket(
    'APP-33',
    '2025-03-12',
    'Login takes nine seconds because the session table has no index. An index was added.',
  ),
  ticket('APP-34', '2025-03-16', 'Dark mode shows white flashes in the settings window.'),
];

/** What is stated of things beside the texts, and holds since `homeFactsSince`. */
export const homeFactsSince = '2024-06-01T00:00:00Z';
export const homeFacts = [
  { subject: 'Walrus', predicate: 'capacity', object: '8 TB' },
  { subject: 'Heron', predicate: 'password owner', object: 'Kenji Mori' },
  { subject: 'Biscuit', predicate: 'veterinarian', object: 'Dr. Finch' },
  { subject: 'Osprey', predicate: 'database', object: 'PostgreSQL' },
  { subject: 'Tarnlib', predicate: 'licence', object: 'MIT' },
  { subject: 'Osprey', predicate: 'maintainer', object: 'Beatriz Lopes' },
] as const;

/** Each is answered by the memory above. */
export const answerableQuestions = [
  'Who serviced the boiler?',
  'What pressure should the boiler have?',
  'Which spice goes into the lentil soup?',
  'What does felt for the shed roof cost?',
  'How much thyroid medicine does Biscuit take?',
  'Where is the spare key for the car?',
  'What is the network at the cottage called?',
  'Where did I plant the garlic?',
  'What does E24 on the dishwasher mean?',
  'How long does the streaming parser need for 10 MB?',
  'Where does the nightly backup go?',
  'When is the eye test?',
  'What does the choir sing on Palm Sunday?',
  'Where are the choir rehearsals?',
  'What does year five visit on 4 April?',
  'How much is the house insurance from May?',
  'Who reserved the kayaks?',
  'When is the kayak weekend?',
  'How was APP-31 fixed?',
  'Which customer waits for the CSV export?',
  'Why did login take nine seconds?',
  'What is wrong with dark mode?',
  'What is the capacity of Walrus?',
  'Who is the veterinarian of Biscuit?',
  'Which database does Osprey use?',
  'What licence does Tarnlib have?',
  'Who is the maintainer of Osprey?',
  'How long does the backup take?',
  'What should I send along for the school trip?',
  'What needs a new roof?',
] as const;

/** None is answered, though each shares words with the memory. */
export const offTopicQuestions = [
  'Who painted the cellar?',
  'What is the boiling pressure of ammonia?',
  'How do I make soup dumplings from Shanghai?',
  'Which roof did the cathedral of Reims lose in the war?',
  'How many tablets did Moses bring down?',
  'Where is the key of the cipher in the Zimmermann telegram?',
  'Who invented the piano?',
  'Which fence separates the embassy from the park?',
  'What is the garlic export of Spain in tonnes?',
  'How is a drain installed in a shower?',
  'What did the parser of the Hungarian grammar project miss?',
  'How long do walruses hold their breath?',
  'Which eye disease did Monet have?',
  'Who conducted the requiem for the president?',
  'Which school did Ada Lovelace attend?',
  'What is the museum of modern art in Kyoto called?',
  'Which premium does a bank pay on gold futures?',
  'When was the harbour of Alexandria destroyed?',
  'Who won the kayak race at the Olympics in Rio?',
  'Which settings does a violin maker use for the bow?',
  'How many American customers has the bakery?',
  'What is the index of the stock market in Tokyo?',
  'What is the licence of Osprey?',
  'What is the capacity of Tarnlib?',
  'Which database does Biscuit use?',
  'Who is the veterinarian of Walrus?',
  'Who is the maintainer of Heron?',
  'How was APP-77 fixed?',
  'When does the choir travel to Vienna?',
  'What colour is the car of Kenji?',
] as const;

function note(day: string, text: string): Remembered {
  return { author: null, title: '', thread: null, occurredAt: `${day}T08:00:00Z`, text };
}

function mail(author: string, title: string, day: string, text: string): Remembered {
  return { author, title, thread: title, occurredAt: `${day}T09:00:00Z`, text };
}

function ticket(id: string, day: string, text: string): Remembered {
  return { author: null, title: id, thread: id, occurredAt: `${day}T11:00:00Z`, text };
}
