import type { QueryClient } from '@tanstack/react-query';
import { type PublicService, publicServiceQuery } from '../../api/catalogue.ts';
import { readFailure } from '../../api/errors.ts';
import { applicableServiceQuery, apply, createKey } from '../../api/gov.ts';
import type { DraftKeeper } from './draft-keeper.ts';

type Body = Omit<Parameters<typeof apply>[0], 'draft_revision'>;

/** Sends an application once, whatever is pressed or lost on the way; returns its id. */
export function createSender(keeper: DraftKeeper): (body: Body) => Promise<string> {
  let key = { body: '', value: '' };
  const post = async (body: Body): Promise<string> => {
    const whole = { ...body, draft_revision: keeper.revision };
    const text = JSON.stringify(whole);
    // The same body has the same idempotency key, so that a second press or a lost answer never applies twice.
    if (key.body !== text) key = { body: text, value: createKey() };
    return (await apply(whole, key.value)).application.id;
  };
  return (body) =>
    post(body).catch((error: unknown) => {
      // A save that was stopped on its way may have arrived: the server has a newer revision of the same answers.
      if (keeper.meet(error)) return post(body);
      throw error;
    });
}

/** A newer version of the service is published than this page shows. */
export function isServiceChanged(error: Error): boolean {
  const failure = readFailure(error);
  return failure.kind === 'refused' && failure.code === 'service_changed';
}

export function refreshService(client: QueryClient, { id, code }: PublicService): void {
  for (const { queryKey } of [publicServiceQuery(id), applicableServiceQuery(code)])
    void client.invalidateQueries({ queryKey });
}
