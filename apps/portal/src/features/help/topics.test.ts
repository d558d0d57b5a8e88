import { describe, expect, it } from 'vitest';
import { pathsIn } from '../../shell/places.ts';
import { topicKeys } from './topic.ts';
import { findTopicKey, searchTopics, topics } from './topics.ts';

describe('the search of the help', () => {
  it.each([
    ['утсаа гээсэн', 'lost-phone'],
    ['utsaa gee', 'lost-phone'],
    ['UTSAA', 'lost-phone'],
    ['eid bai', 'no-eid'],
    ['гомдол', 'appeal'],
    ['gomdol', 'appeal'],
    ['tolbor', 'cannot-pay'],
    ['төлбөр', 'cannot-pay'],
    ['ner buruu', 'wrong-data'],
    ['stolen', 'lost-phone'],
    ['refund', 'cannot-pay'],
    ['neVTre', 'cannot-sign-in'],
    ['жинхэнэ', 'check-document'],
    ['jinkhene', 'check-document'],
  ])('finds «%s» under %s first', (text, key) => {
    expect(searchTopics(text)[0]).toBe(key);
  });

  it('finds nothing for words that no topic has, and everything for none', () => {
    expect(searchTopics('zzzz')).toEqual([]);
    expect(searchTopics('phone zzzz')).toEqual([]);
    expect(searchTopics(' ')).toEqual(topicKeys);
  });
});

describe('the topics of the help', () => {
  const patterns = pathsIn('bare', 'open', 'own').map(
    ({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  );

  it.each(topicKeys)('%s leads to existing pages, to the same ones in both languages', (key) => {
    const linksOf = (language: 'mn' | 'en') =>
      topics[language][key].parts.flatMap(({ links = [] }) => links.map(({ to }) => to));
    expect(linksOf('mn')).toEqual(linksOf('en'));
    expect(topics.mn[key].see).toEqual(topics.en[key].see);
    for (const to of linksOf('mn')) {
      expect(patterns.some((pattern) => pattern.test(to))).toBe(true);
      if (to.startsWith('/help/')) expect(findTopicKey(to.slice(6)) ?? to).toBe('/help/contact');
    }
  });
});
