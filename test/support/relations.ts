import { mulberry32 } from '../../main/base/mulberry32.ts';

/** A relation with two versions, a question for it, and statements that begin alike and are no versions. */
export interface Relation {
  readonly question: string;
  readonly earlier: string;
  readonly later: string;
  readonly others: readonly string[];
}

const rows: readonly (readonly [question: string, earlier: string, later: string, ...others: string[]])[] = [
  // Software
  [
    'Who is the maintainer of the parser module?',
    'The maintainer of the parser module is Greta Holm.',
    'The maintainer of the parser module is Tariq Aziz.',
    'The maintainer of the parser module is responsible for releases.',
  ],
  [
    'In which region is the orders database hosted?',
    'The orders database is hosted in eu-west-1.',
    'The orders database is hosted in ap-south-2.',
    'The orders database is backed up every night.',
    'The orders database is slow on Mondays.',
  ],
  [
    'What is the retry limit of the mail worker?',
    'The retry limit of the mail worker is 5.',
    'The retry limit of the mail worker is 8.',
    'The retry limit of the mail worker is surprisingly low.',
  ],
  [
    'Which port does the metrics agent listen on?',
    'The metrics agent listens on port 9100.',
    'The metrics agent listens on port 9464.',
    'The metrics agent listens on interface eth1.',
  ],
  [
    'What is session_timeout set to?',
    'session_timeout is set to 30 minutes.',
    'session_timeout is set to 2 hours.',
    'session_timeout is read at start.',
  ],
  [
    'Which license is the Quill renderer published under?',
    'The Quill renderer is published under the MIT License.',
    'The Quill renderer is published under the Apache License.',
    'The Quill renderer is published by Inkwell Labs.',
  ],
  [
    "What is the storefront's payment provider?",
    "The storefront's payment provider is Stripe.",
    "The storefront's payment provider is Adyen.",
    "The storefront's payment page is slow.",
  ],
  [
    'Which branch does the nightly build track?',
    'The nightly build tracks the develop branch.',
    'The nightly build tracks the release branch.',
    'The nightly build takes 40 minutes.',
  ],
  [
    'Which version of Node does the API server require?',
    'The API server requires Node 20.',
    'The API server requires Node 24.',
    'The API server requires a signed token.',
  ],
  // Households
  [
    'What colour are the curtains in the Lindqvist kitchen?',
    'The colour of the curtains in the Lindqvist kitchen is pale yellow.',
    'The colour of the curtains in the Lindqvist kitchen is dark green.',
    'The colour of the curtains in the Lindqvist bathroom is white.',
  ],
  [
    'Who tends the garden of number 14?',
    'The garden of number 14 is tended by Mr. Rossi.',
    'The garden of number 14 is tended by Mrs. Abara.',
    'The garden of number 14 is full of roses.',
  ],
  [
    "What is the name of Paula's cat?",
    "The name of Paula's cat is Minka.",
    "The name of Paula's cat is Balu.",
    "Paula's cat is afraid of thunder.",
  ],
  [
    'Where is the spare key kept?',
    'The spare key is kept under the doormat.',
    'The spare key is kept under the blue flowerpot.',
    'The spare key is kept for emergencies and for the cleaner.',
  ],
  [
    'What temperature is the boiler at Elm Cottage set to?',
    'The boiler at Elm Cottage is set to 62 °C.',
    'The boiler at Elm Cottage is set to 58 °C.',
    'The boiler at Elm Cottage is serviced by Warmwell.',
  ],
  [
    'When does the bin lorry come to Hazel Road?',
    'The bin lorry comes to Hazel Road on Tuesday.',
    'The bin lorry comes to Hazel Road on Thursday.',
    'The bin lorry comes to Hazel Road with two men.',
  ],
  [
    "What is the Okafors' monthly rent?",
    'The monthly rent of the Okafor flat is 940 euros.',
    'The monthly rent of the Okafor flat is 1015 euros.',
    'The monthly rent of the Okafor flat is due on the first.',
  ],
  ['What instrument does Lena play?', 'Lena plays the violin.', 'Lena plays the oboe.', 'Lena plays with her brother.'],
  // Laboratories
  [
    'Which freezer is sample KX-7 stored in?',
    'Sample KX-7 is stored in freezer 3.',
    'Sample KX-7 is stored in freezer 11.',
    'Sample KX-7 is labelled with a red dot.',
    'Sample KX-7 is older than the others.',
  ],
  [
    'What is the melting point of compound Z-19?',
    'The melting point of compound Z-19 is 141 °C.',
    'The melting point of compound Z-19 is 138 °C.',
    'The melting point of compound Z-19 is hard to measure.',
  ],
  [
    'Who is the principal investigator of the Corvid study?',
    'The principal investigator of the Corvid study is Dr. Ines Prado.',
    'The principal investigator of the Corvid study is Dr. Samuel Reyes.',
    'The principal investigator of the Corvid study is on leave until the end of the term.',
  ],
  [
    'How many centrifuges does the Weiss laboratory have?',
    'The Weiss laboratory has 4 centrifuges.',
    'The Weiss laboratory has 6 centrifuges.',
    'The Weiss laboratory has 2 doors.',
    'The Weiss laboratory has a coffee corner.',
  ],
  [
    'Which buffer is assay 12 run in?',
    'Assay 12 is run in Tris buffer.',
    'Assay 12 is run in HEPES buffer.',
    'Assay 12 is run by the night shift.',
  ],
  [
    'What is the sampling rate of the seismograph at Mount Aso?',
    'The sampling rate of the seismograph at Mount Aso is 100 Hz.',
    'The sampling rate of the seismograph at Mount Aso is 200 Hz.',
    'The sampling rate of the seismograph at Mount Aso is limited by the modem.',
  ],
  [
    'Who funds the Heron microscopy centre?',
    'The Heron microscopy centre is funded by the Nordic Council.',
    'The Heron microscopy centre is funded by the Lumen Trust.',
    'The Heron microscopy centre is open on weekends.',
  ],
  [
    'Which strain does the yeast team culture?',
    'The yeast team cultures strain W303.',
    'The yeast team cultures strain S288C.',
    'The yeast team cultures at 30 °C.',
  ],
  // Logistics
  [
    'Where is container MSKU-4471 bound for?',
    'Container MSKU-4471 is bound for Rotterdam.',
    'Container MSKU-4471 is bound for Antwerp.',
    'Container MSKU-4471 is sealed with lead.',
  ],
  [
    'Who is the carrier of shipment 8812?',
    'The carrier of shipment 8812 is Nordfracht.',
    'The carrier of shipment 8812 is Translog.',
    'The carrier of shipment 8812 is late again.',
  ],
  [
    'At which gate does truck 17 unload?',
    'Truck 17 unloads at gate B.',
    'Truck 17 unloads at gate F.',
    'Truck 17 unloads by crane.',
  ],
  [
    'When does the ferry to Hven depart?',
    'The ferry to Hven departs at 06:40.',
    'The ferry to Hven departs at 07:15.',
    'The ferry to Hven departs from pier 2.',
  ],
  [
    'Who is the manager of the Lodz depot?',
    'The manager of the Lodz depot is Ewa Nowak.',
    'The manager of the Lodz depot is Piotr Zielinski.',
    'The manager of the Lodz depot is rarely there before ten in the morning.',
  ],
  [
    'How much does pallet 310 weigh?',
    'Pallet 310 weighs 480 kg.',
    'Pallet 310 weighs 512 kg.',
    'Pallet 310 is wrapped in foil.',
  ],
  [
    'Where are the customs papers of the Aurora filed?',
    'The customs papers of the Aurora are filed in Gdynia.',
    'The customs papers of the Aurora are filed in Riga.',
    'The customs papers of the Aurora are written in English.',
  ],
  [
    'Which warehouse supplies the Graz shop?',
    'The Graz shop is supplied by the Linz warehouse.',
    'The Graz shop is supplied by the Maribor warehouse.',
    'The Graz shop is closed in August.',
  ],
  // Law
  [
    'Who is the presiding judge in Hale v. Orton?',
    'The presiding judge in Hale v. Orton is Justice Merrick.',
    'The presiding judge in Hale v. Orton is Justice Okoro.',
    'The presiding judge in Hale v. Orton is known for patience.',
  ],
  [
    'Which court is the Bellweather case pending before?',
    'The Bellweather case is pending before the district court.',
    'The Bellweather case is pending before the court of appeal.',
    'The Bellweather case is complicated.',
  ],
  [
    'Who represents Danforth Mining?',
    'Danforth Mining is represented by Lowell & Pike.',
    'Danforth Mining is represented by Sato Partners.',
    'Danforth Mining is registered in Jersey.',
  ],
  [
    'When does the patent on the Larsen valve expire?',
    'The patent on the Larsen valve expires in 2029.',
    'The patent on the Larsen valve expires in 2031.',
    'The patent on the Larsen valve expires without notice to any of its licensees.',
  ],
  [
    'What is the governing law of the Tarn contract?',
    'The governing law of the Tarn contract is Swiss law.',
    'The governing law of the Tarn contract is English law.',
    'The governing law of the Tarn contract is disputed.',
  ],
  [
    'What does clause 9 cap the liability at?',
    'The liability under clause 9 is capped at 2 million euros.',
    'The liability under clause 9 is capped at 3 million euros.',
    'The liability under clause 9 is shared by both parties.',
  ],
  [
    'Who is the guardian of the Vance estate?',
    'The guardian of the Vance estate is Harold Vance.',
    'The guardian of the Vance estate is Judith Marsh.',
    'The guardian of the Vance estate is paid yearly out of its rents.',
  ],
  [
    'Which ministry is the Fisheries Act administered by?',
    'The Fisheries Act is administered by the Ministry of Trade.',
    'The Fisheries Act is administered by the Ministry of Oceans.',
    'The Fisheries Act is long overdue.',
  ],
  // Sport
  [
    'Who is the captain of the Harrow Hawks?',
    'The captain of the Harrow Hawks is Joel Tan.',
    'The captain of the Harrow Hawks is Mirek Havel.',
    'The captain of the Harrow Hawks is injured and out until spring.',
  ],
  [
    'Where do the Solano Stars train?',
    'The Solano Stars train in Vallejo.',
    'The Solano Stars train in Fairfield.',
    'The Solano Stars train with weights before every away game.',
  ],
  [
    "What is Amara Diallo's shirt number?",
    "Amara Diallo's shirt number is 9.",
    "Amara Diallo's shirt number is 23.",
    "Amara Diallo's shirt is signed by everyone.",
  ],
  [
    'Who coaches the Tromso rowing crew?',
    'The Tromso rowing crew is coached by Nils Berg.',
    'The Tromso rowing crew is coached by Ada Lund.',
    'The Tromso rowing crew is coached in the mornings.',
  ],
  [
    'Who holds the club record over 400 metres?',
    'The club record over 400 metres is held by Keira Walsh.',
    'The club record over 400 metres is held by Sunita Rao.',
    'The club record over 400 metres is old enough to be forgotten.',
  ],
  [
    'Who is the title sponsor of the Alta marathon?',
    'The title sponsor of the Alta marathon is Fjordbank.',
    'The title sponsor of the Alta marathon is Polarcell.',
    'The title sponsor of the Alta marathon is generous towards amateur runners.',
  ],
  [
    'Which racket does Ilse Brandt use?',
    'Ilse Brandt uses a Wilson racket.',
    'Ilse Brandt uses a Yonex racket.',
    'Ilse Brandt uses for every match the same shoes.',
  ],
  [
    'What is the capacity of the Pine Street arena?',
    'The capacity of the Pine Street arena is 4200 seats.',
    'The capacity of the Pine Street arena is 5100 seats.',
    'The capacity of the Pine Street arena is too small.',
  ],
  [
    'In which league does FC Varde play?',
    'FC Varde plays in the Second Division.',
    'FC Varde plays in the First Division.',
    'FC Varde plays with three strikers and a very young libero.',
  ],
];

/** Fifty relations that occur in no evaluation set. */
export const relations: readonly Relation[] = rows.map(([question, earlier, later, ...others]) => ({
  question,
  earlier,
  later,
  others,
}));

/** All statements in a seeded order, each earlier version before its later one. */
export function relationLines(seed: number): string[] {
  const random = mulberry32(seed);
  const lines = relations
    .flatMap(({ earlier, later, others }) => [earlier, later, ...others])
    .map((line) => ({ line, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => line);
  for (const { earlier, later } of relations) {
    const [first, second] = [lines.indexOf(earlier), lines.indexOf(later)];
    if (first > second) [lines[first], lines[second]] = [later, earlier];
  }
  return lines;
}
