/** Reasons why a waiting social account was not linked. */
export type NotLinked = 'elsewhere' | 'another' | 'expired';

const REASONS: readonly NotLinked[] = ['elsewhere', 'another', 'expired'];

export function readNotLinked(query: URLSearchParams): NotLinked | undefined {
  return REASONS.find((reason) => reason === query.get('slink'));
}
