import { signedIn } from '../../kernel/http/access.ts';
import { type Row, read } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { Acting } from './rights.ts';
import { PartyList } from './schemas.ts';

/** Each call may ask the eID provider and the register of children. */
const lists: Limit = { group: 'acting-parties', perMinute: 60, burst: 30, by: 'person' };

export function actingRows(acting: Acting): readonly Row[] {
  return [
    read({
      id: 'acting.parties',
      path: '/acting/parties',
      access: signedIn,
      limit: lists,
      reply: PartyList,
      errors: [],
      summary: 'Organisations, children and people that the caller may act for now',
      handler: ({ actor }) => acting.list(actor.userId),
    }),
  ];
}
