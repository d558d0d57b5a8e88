interface SpanWords {
  hours(count: string): string;
  days(count: string): string;
  unknown: string;
}

/** Hours up to two days, then days: a person compares 5 days more easily than 118 hours. */
export function saySpan(hours: number | null, words: SpanWords, format: (value: number) => string): string {
  if (hours === null) return words.unknown;
  const round = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
  return hours < 48 ? words.hours(format(round(hours))) : words.days(format(round(hours / 24)));
}

/** For spreadsheets, which want one unit. */
export const roundHours = (hours: number | null): number | string =>
  hours === null ? '' : Math.round(hours * 10) / 10;
