import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type Notification, notify } from '../notifications/index.ts';
import { type Deed, insertNews, type KeptNews } from './news-store.ts';

export interface News extends Notification, KeptNews {
  /** The record: who made it, and for whom; null: for themselves. */
  userId: string;
  partyId: string | null;
}

export const newsQueue = 'acting.tell';

/**
 * The one way to address a message about a record. The owner is told at once; for a party a job first asks the register
 * who may act for it now, because a right may have ended since the record was made.
 */
export async function tellOwner(tx: WriteTx, news: News): Promise<void> {
  const { userId, partyId, act, serviceId, did, notToActor, channels, ...message } = news;
  if (partyId === null) {
    if (notToActor !== true)
      await notify(tx, { ...message, userId, ...(channels === undefined ? {} : { channels }) });
    return;
  }
  const kept: KeptNews = {
    ...message,
    act,
    serviceId,
    did,
    ...(notToActor === undefined ? {} : { notToActor }),
  };
  const id = insertNews(tx, { partyId, userId, news: JSON.stringify(kept), now: tx.now });
  tx.enqueue(newsQueue, { id });
}

/** The page acts for the party that its address names, where the reader may. */
export const linkFor = (link: string, partyId: string): string =>
  `${link}${link.includes('?') ? '&' : '?'}for=${partyId}`;

const deeds: Record<Deed, Text> = {
  applied: { mn: 'хүсэлт гаргасан', en: 'applied' },
  attached: { mn: 'файлыг илгээсэн', en: 'sent the file' },
  answered: { mn: 'хариулсан', en: 'answered' },
  withdrew: { mn: 'хүсэлтийг буцаасан', en: 'withdrew the application' },
  booked: { mn: 'цаг захиалсан', en: 'booked the appointment' },
  cancelled: { mn: 'цагийг цуцалсан', en: 'cancelled the appointment' },
};

/** Who acted, in whose name, as the reader sees it. */
export function describeDeed(
  what: Deed,
  {
    actor,
    party,
    isOfReader,
    isOfActor,
  }: { actor: Text; party: Text; isOfReader: boolean; isOfActor: boolean },
): Text {
  const said = deeds[what];
  if (isOfActor) return { mn: `${actor.mn} ${said.mn}.`, en: `${actor.en} ${said.en}.` };
  return isOfReader
    ? { mn: `Таны нэрийн өмнөөс ${actor.mn} ${said.mn}.`, en: `${actor.en} ${said.en} in your name.` }
    : {
        mn: `«${party.mn}» нэрийн өмнөөс ${actor.mn} ${said.mn}.`,
        en: `${actor.en} ${said.en} in the name of ${party.en}.`,
      };
}
