import { findChosenOffice, findReadyDay } from '@tamga/forms';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { localDay } from '../../kernel/local-day.ts';
import { serviceOf } from './services/store.ts';
import { findOwnApplication } from './store.ts';

const longestLocation = 300;

/** The office that the answers name, and the first day on which the result is there. */
export async function collectionOf(
  db: Reader | Tx,
  owner: string,
  applicationId: string,
): Promise<{ serviceId: string; readyOn: string; location: Text } | undefined> {
  const row = await findOwnApplication(db, applicationId, owner);
  if (row?.status !== 'approved' || row.service_id === null || row.decided_at === null) return undefined;
  const form = (await serviceOf(db, row))?.form ?? null;
  const office = findChosenOffice(form, row.payload);
  const locationIn = (language: Language) =>
    [office?.name[language], office?.place?.address[language]]
      .filter((text) => text)
      .join(', ')
      .slice(0, longestLocation);
  return {
    serviceId: row.service_id,
    readyOn: findReadyDay(form, localDay(new Date(row.decided_at))),
    location: { mn: locationIn('mn'), en: locationIn('en') },
  };
}
