import type { Random } from './random.ts';

const firstNames =
  'Marta Martin Ilse Jonas Ravi Priya Kofi Amara Lena Leon Tomas Tamsin Aino Arne Yusuf Yara Bruno Bruna Chidi Clara Dario Daria Elif Emil Farah Felix Greta Gregor Hana Hanno Ines Ivo Jutta Kaisa Karim Ludo Mirela Nadia Niko Oskar Paolo Petra Quentin Rosa Samir Signe Teodor Uma Viktor Wanda'.split(
    ' ',
  );
const lastNames =
  'Lindqvist Okafor Brandt Salonen Varga Petrov Castellano Nyberg Achterberg Dlamini Rautio Ferreira Haldane Iyer Jansen Kowalczyk Laine Moreau Nakamura Oyelaran Pellegrini Quist Rosenthal Sorensen Tanaka Ulrich Voss Westergaard Yilmaz Zeman Abrams Bergstrom Cervantes Drummond Eskola Fontaine Grabowski Hautala Ivanova Jokinen'.split(
    ' ',
  );
const componentHeads =
  'tide parcel berth quill ember lattice beacon cinder manifest ledger anchor plover sluice gantry tariff cargo pilot marker fathom draft buoy keel winch tally convoy wharf signal bramble copper slate orbit thistle kiln meadow raven flint amber basalt cobalt dune fjord grove heron isle jetty kelp larch moss nettle oar pebble quartz reef spruce thicket urchin vault willow yew zinc'.split(
    ' ',
  );
const componentTails =
  'router gateway sync indexer relay scheduler parser cache broker exporter signer mapper throttle archiver watcher planner notifier importer resolver balancer collector dispatcher encoder filter validator composer tracker loader merger printer'.split(
    ' ',
  );
const projectNames =
  'Harbourlight Kestrel Northwind Saffron Tamarack Bluefin Cormorant Driftwood Eiderdown Foxglove Gannet Halyard Ironbark Juniper Kittiwake Longshore Mistral Nightjar Osprey Pintail Quayside Redshank Sandpiper Turnstone Undertow Viaduct Waxwing Yarrow Zephyr Aldgate Bittern Capstan Dunlin Estuary Fulmar Goldeneye Hawser Inlet Jackdaw Kelpie Lapwing Merganser Narrows Oystercatcher Pomarine Quoin Rigging Skerry Tidemark Umber Vane Whimbrel Yawl Albatross Bosun Causeway Dogwatch Ebbstone Fairlead Grapnel Heronry Islet Jetsam Knotwork Leeward Moorhen Nor-easter Outrigger Petrel Quillback Rookery Sextant Trawler Upwell Vesper Windlass Yellowfin Avocet Breakwater Curlew Dovetail Elver Flotsam Greylag Hornbeam Icefloe Jolly Kingcup Limpet Mudlark Nacre Ottermouth Plimsoll Quarterdeck Ringtail Spindrift Ternpike'.split(
    ' ',
  );
const teamHeads =
  'Ingest Billing Edge Quality Fieldwork Release Storage Mapping Identity Telemetry Routing Search Payments Forecast Customs Dispatch Fleet Records Safety Tooling Yard Insights Reporting Contracts Onboarding Pricing'.split(
    ' ',
  );
const teamTails = ['crew', 'group', 'guild', 'desk', 'cell'];
const vendorHeads =
  'Nordvik Halberg Castor Polytek Arcwell Brennmoor Delphin Eastgate Ferrovia Glanz Hexafield Ilmari Jorvik Kestner Lumenor Mauritz Novalis Oakhurst Pentland Radix Stellwerk Torvald Umbra Valmet Wexford Zircon'.split(
    ' ',
  );
const vendorTails = ['Systems', 'Networks', 'Supply', 'Hosting', 'Metering', 'Data'];
const customerHeads =
  'Bergmann Oulu Sandvik Caldera Tallis Rotterdam Gdynia Marlow Ostrava Klaipeda Trelleborg Aarhus Vigo Piraeus Leith Dunkirk Rijeka Kotka Bremen Fos Setubal Varna Narvik Hanko Esbjerg'.split(
    ' ',
  );
const customerTails = ['Foods', 'Timber', 'Clinic', 'Energy', 'Port Authority', 'Cold Storage', 'Ferries'];
const roomNames =
  'Saimaa Inari Päijänne Vänern Como Garda Balaton Ohrid Ladoga Mälaren Leman Bled Windermere Lomond Neagh Prespa Mjøsa Siljan Trasimeno Bolsena Wannsee Chiemsee Ammersee Tegernsee Hallstatt Zurichsee Thun Lugano Maggiore Orta Iseo Corrib Derg Ree Awe Tay Ness Morar Earn Katrine Päämaja Kallavesi Oulujärvi Pielinen Puruvesi Keitele Lappajärvi Nasijarvi'.split(
    ' ',
  );
const hostHeads =
  'hel kto rix tll got osl bgo cph ams rtm ham bre gdn szz vlk klj aar esb vgo lis ath pir var con'.split(' ');
const nicknames =
  'Old Faithful|the Octopus|Grandma|the Funnel|Big Bertha|the Turnstile|the Lighthouse|Sneezy|the Abacus|the Doorman|Post-it|the Mole|Cyclops|the Toaster|the Loom|Rumpelstilz|the Sieve|Dumbo|the Metronome|the Parrot|Moby|the Crank|Tinkerbell|the Hourglass|the Bouncer|Sherlock|the Kettle|Goliath|the Sponge|Bagheera|the Ferryman|the Oracle|Pumuckl|the Magpie|the Anvil|Houdini|the Choir|Snail Mail|the Librarian|Wall-E|the Trapdoor|the Beekeeper|Pinocchio|the Smithy|the Gong|Fawkes|the Juggler|the Clerk|Nessie|the Pantry|the Locksmith|Figaro|the Usher|the Compass Rose|Zorro|the Pigeonhole|the Drummer|Chewie|the Scarecrow|the Bellhop'.split(
    '|',
  );

/** Hands out names that no one else in the world bears. */
export interface Names {
  person(): string;
  /** `head` makes a near name of another component: same first word, other second. */
  component(head?: string): string;
  project(): string;
  team(): string;
  vendor(): string;
  customer(): string;
  room(): string;
  hall(): string;
  host(prefix?: string): string;
  hostPrefix(): string;
  nickname(): string;
  /** `OPS-1234` and the like: digits that no other id of that prefix has. */
  number(prefix: string, low: number, high: number): string;
  hex(length: number): string;
  /** Whatever `draw` makes, once it makes something new. */
  mark(draw: () => string): string;
}

/** The first word of a component's name, whatever its spelling. */
export function headOf(component: string): string {
  return (
    component
      .replace(/\.ts$/, '')
      .split(/[-_]|(?=[A-Z])/)[0]
      ?.toLowerCase() ?? component
  );
}
/** Its second word: what kind of thing it is. */
export function tailOf(component: string): string {
  return (
    component
      .replace(/\.ts$/, '')
      .split(/[-_]|(?=[A-Z])/)
      .at(-1)
      ?.toLowerCase() ?? component
  );
}

function spelled(random: Random, head: string, tail: string): string {
  const style = random.next();
  if (style < 0.5) return `${head}-${tail}`;
  if (style < 0.75) return `${head}_${tail}`;
  return style < 0.88 ? `${head}${tail[0]?.toUpperCase()}${tail.slice(1)}` : `${head}-${tail}.ts`;
}

export function createNames(random: Random): Names {
  const taken = new Set<string>();
  /** Draws until something new appears; the pools are several times larger than any corpus needs. */
  function unique(kind: string, draw: () => string): string {
    for (let tries = 0; tries < 5000; tries += 1) {
      const name = draw();
      if (taken.has(`${kind}:${name}`)) continue;
      taken.add(`${kind}:${name}`);
      return name;
    }
    throw new Error(`the pool of ${kind} names is empty`);
  }
  const projects = random.shuffle(projectNames);
  const rooms = random.shuffle(roomNames);
  const nicks = random.shuffle(nicknames);
  /** Once a pool of single words is used up, numbered successors follow. */
  function fromPool(pool: readonly string[], kind: string, second: string): string {
    const index = [...taken].filter((key) => key.startsWith(`${kind}:`)).length;
    const name = pool[index % pool.length] ?? kind;
    const round = Math.floor(index / pool.length);
    taken.add(`${kind}:${index}`);
    return round === 0 ? name : `${name} ${second}${round + 1}`;
  }
  return {
    person: () => unique('person', () => `${random.pick(firstNames)} ${random.pick(lastNames)}`),
    component(head) {
      // A first word that was used with every second word gives way to another.
      const full = head !== undefined && componentTails.every((tail) => taken.has(`component:${head} ${tail}`));
      const draw = () =>
        `${head === undefined || full ? random.pick(componentHeads) : head} ${random.pick(componentTails)}`;
      const key = unique('component', draw);
      const [first = '', second = ''] = key.split(' ');
      return spelled(random, first, second);
    },
    project: () => fromPool(projects, 'project', ''),
    team: () => unique('team', () => `${random.pick(teamHeads)} ${random.pick(teamTails)}`),
    vendor: () => unique('vendor', () => `${random.pick(vendorHeads)} ${random.pick(vendorTails)}`),
    customer: () => unique('customer', () => `${random.pick(customerHeads)} ${random.pick(customerTails)}`),
    room: () => fromPool(rooms, 'room', ''),
    hall: () => unique('hall', () => `hall ${random.pick([...'ABCDEFGHKLMNPRSTVW'])}${random.int(1, 9)}`),
    host: (prefix) =>
      unique('host', () => `${prefix ?? random.pick(hostHeads)}-${String(random.int(1, 99)).padStart(2, '0')}`),
    hostPrefix: () => random.pick(hostHeads),
    nickname: () => fromPool(nicks, 'nickname', ''),
    mark: (draw) => unique('mark', draw),
    number: (prefix, low, high) => unique('mark', () => `${prefix}${random.int(low, high)}`),
    hex: (length) => unique('mark', () => Array.from({ length }, () => random.pick([...'0123456789abcdef'])).join('')),
  };
}
