import { fold } from './fold.ts';
import { type Topic, type TopicKey, topicKeys } from './topic.ts';
import { topicsEn } from './topics-en.ts';
import { topicsMn } from './topics-mn.ts';

/** Without React, because the server renders the same texts for browsers without script. */
export const topics: Record<'mn' | 'en', Record<TopicKey, Topic>> = { mn: topicsMn, en: topicsEn };

export const findTopicKey = (text: string | undefined): TopicKey | undefined =>
  topicKeys.find((key) => key === text);

interface Indexed {
  key: TopicKey;
  /** Folded words; the earlier a group, the more a hit in it counts. */
  groups: readonly (readonly string[])[];
}

/** Of both languages, because people type English words on Mongolian pages and the reverse. */
const index: readonly Indexed[] = topicKeys.map((key) => {
  const both = [topics.mn[key], topics.en[key]];
  const wordsOf = (read: (topic: Topic) => string) => fold(both.map(read).join(' ')).split(' ');
  return {
    key,
    groups: [
      wordsOf((topic) => topic.title),
      wordsOf((topic) => topic.also),
      wordsOf((topic) => topic.summary),
      wordsOf(({ parts }) =>
        parts.map((part) => [part.title, part.text, part.steps].flat().join(' ')).join(' '),
      ),
    ],
  };
});

/** Topics with every word of the text, in either language and script; all of them for an empty text. */
export function searchTopics(text: string): TopicKey[] {
  const words = fold(text).split(' ').filter(Boolean);
  return index
    .map(({ key, groups }) => {
      const places = words.map((word) =>
        groups.findIndex((group) => group.some((one) => one.startsWith(word))),
      );
      return { key, isFound: !places.includes(-1), place: places.reduce((sum, place) => sum + place, 0) };
    })
    .filter(({ isFound }) => isFound)
    .sort((one, other) => one.place - other.place)
    .map(({ key }) => key);
}
