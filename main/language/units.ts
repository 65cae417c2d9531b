/** A unit by its base: `number · factor` of `unit` is `number` of `base`. */
export interface Unit {
  readonly base: string;
  readonly factor: number;
}

type Row = readonly [base: string, factor: number, names: string];

/** Names as they are written after a number. Case counts only where a symbol needs it: `Mb` is not `MB`. */
const rows: readonly Row[] = [
  ['s', 1e-9, 'ns nanosecond nanoseconds'],
  ['s', 1e-6, 'us µs μs microsecond microseconds'],
  ['s', 1e-3, 'ms msec msecs millisecond milliseconds millis'],
  ['s', 1, 's sec secs second seconds'],
  ['s', 60, 'min mins minute minutes'],
  ['s', 3600, 'h hr hrs hour hours'],
  ['s', 86_400, 'd day days'],
  ['s', 604_800, 'w wk wks week weeks'],
  ['month', 1, 'month months mo mos'],
  ['month', 3, 'quarter quarters'],
  ['month', 12, 'y yr yrs year years'],
  ['byte', 1, 'B byte bytes'],
  ['byte', 1e3, 'kB KB kilobyte kilobytes'],
  ['byte', 1e6, 'MB megabyte megabytes'],
  ['byte', 1e9, 'GB gigabyte gigabytes'],
  ['byte', 1e12, 'TB terabyte terabytes'],
  ['byte', 1e15, 'PB petabyte petabytes'],
  ['byte', 2 ** 10, 'KiB kibibyte kibibytes'],
  ['byte', 2 ** 20, 'MiB mebibyte mebibytes'],
  ['byte', 2 ** 30, 'GiB gibibyte gibibytes'],
  ['byte', 2 ** 40, 'TiB tebibyte tebibytes'],
  ['bit', 1, 'bit bits'],
  ['bit', 1e3, 'kbit kb kilobit kilobits'],
  ['bit', 1e6, 'Mbit Mb megabit megabits'],
  ['bit', 1e9, 'Gbit Gb gigabit gigabits'],
  ['bit/s', 1e3, 'kbps'],
  ['bit/s', 1e6, 'Mbps'],
  ['bit/s', 1e9, 'Gbps'],
  ['byte/s', 1e6, 'MB/s'],
  ['byte/s', 1e9, 'GB/s'],
  ['Hz', 1, 'Hz hertz'],
  ['Hz', 1e3, 'kHz kilohertz'],
  ['Hz', 1e6, 'MHz megahertz'],
  ['Hz', 1e9, 'GHz gigahertz'],
  ['metre', 1e-3, 'mm millimetre millimetres millimeter millimeters'],
  ['metre', 1e-2, 'cm centimetre centimetres centimeter centimeters'],
  ['metre', 1, 'metre metres meter meters'],
  ['metre', 1e3, 'km kilometre kilometres kilometer kilometers'],
  ['metre', 0.0254, 'inch inches'],
  ['metre', 0.3048, 'ft foot feet'],
  ['metre', 1609.344, 'mi mile miles'],
  ['gram', 1e-3, 'mg milligram milligrams'],
  ['gram', 1, 'g gram grams'],
  ['gram', 1e3, 'kg kilo kilos kilogram kilograms'],
  ['gram', 453.592_37, 'lb lbs'],
  ['litre', 1e-3, 'ml mL millilitre millilitres milliliter milliliters'],
  ['litre', 1, 'l L litre litres liter liters'],
  ['volt', 1e-3, 'mV millivolts'],
  ['volt', 1, 'V volt volts'],
  ['ampere', 1e-3, 'mA milliamps'],
  ['ampere', 1, 'A amp amps ampere amperes'],
  ['watt', 1, 'W watt watts'],
  ['watt', 1e3, 'kW kilowatt kilowatts'],
  ['watt', 1e6, 'MW megawatt megawatts'],
  ['watt hour', 1, 'Wh'],
  ['watt hour', 1e3, 'kWh'],
  ['°C', 1, '°C ℃ C celsius'],
  ['°F', 1, '°F ℉ F fahrenheit'],
  ['%', 1, '% percent'],
  ['$', 1, '$ USD dollar dollars'],
  ['€', 1, '€ EUR euro euros'],
  ['£', 1, '£ GBP'],
];

const exact = new Map<string, Unit>(
  rows.flatMap(([base, factor, names]) => names.split(' ').map((name) => [name, { base, factor }] as const)),
);
/** Words of a language may be written in any case. */
const byWord = new Map<string, Unit>(
  [...exact].filter(([name]) => name.length > 2).map(([name, unit]) => [name.toLowerCase(), unit]),
);

/** The unit that a word or a symbol after a number means; undefined if it is none. `m`, metres or minutes, is for the caller to tell. */
export function unitOf(name: string): Unit | undefined {
  return (
    exact.get(name) ??
    (name.length > 3 ? byWord.get(name.toLowerCase()) : exact.get(name.toLowerCase()) && caseless(name))
  );
}

/** `MIN` and `Sec` are what they say; `MB` and `mb`, `S` and `s` are not one symbol. */
function caseless(name: string): Unit | undefined {
  return name.length === 3 ? byWord.get(name.toLowerCase()) : undefined;
}
