import type { ActingParty } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import type { ActingFor } from './acting-for.ts';
import { callApi } from './call.ts';

export const toActingFor = (
  userId: string,
  { id, name, name_en: nameEn, kind, number, facts, right, purposes }: ActingParty,
): ActingFor => ({
  userId,
  id,
  name,
  nameEn,
  kind,
  number,
  facts,
  isAuthorised: right === 'authorisation',
  mayPay: purposes.includes('pay'),
  mayBook: purposes.includes('book'),
});

/** Asked when the chooser opens: rights end while a page is open, and the server checks each call anyway. */
export const actingPartiesQuery = queryOptions({
  queryKey: ['acting', 'parties'],
  queryFn: ({ signal }) => callApi('GET /api/v1/acting/parties', { signal }),
  staleTime: 60_000,
});
