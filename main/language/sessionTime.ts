const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** How LoCoMo heads a session, "1:56 pm on 8 May, 2023" → milliseconds since 1970, or null. The set gives no zone. */
export function sessionTime(date: string): number | null {
  const match = /^(\d{1,2}):(\d{2})\s*([ap]m)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})$/i.exec(date.trim());
  if (!match) return null;
  const [, hour = '', minute = '', half = '', day = '', month = '', year = ''] = match;
  const monthIndex = months.indexOf(month.slice(0, 3).toLowerCase());
  if (monthIndex < 0) return null;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return Date.UTC(Number(year), monthIndex, Number(day), hours, Number(minute));
}
