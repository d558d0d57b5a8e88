/** In the order of the page: what most people look for comes first. */
export const topicKeys = [
  'cannot-sign-in',
  'no-eid',
  'lost-phone',
  'wrong-data',
  'cannot-pay',
  'cannot-attach',
  'late-answer',
  'appeal',
  'check-document',
  'who-looked',
] as const;
export type TopicKey = (typeof topicKeys)[number];

export interface TopicPart {
  title: string;
  text?: readonly string[];
  /** Things to do, in this order. */
  steps?: readonly string[];
  links?: readonly { to: string; label: string }[];
}

export interface Topic {
  title: string;
  summary: string;
  /** Other words that people search for; never shown. */
  also: string;
  parts: readonly TopicPart[];
  /** Other topics that may be the real question. */
  see: readonly TopicKey[];
}

export const topicPath = (key: TopicKey): string => `/help/${key}`;
