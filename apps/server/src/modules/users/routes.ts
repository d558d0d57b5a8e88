import { signedIn } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { Type } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { events } from './events.ts';
import { LatinNameBody, LatinNameView, UserView } from './schemas.ts';
import { findUser, writeLatinName } from './store.ts';
import { viewUser } from './view.ts';

const ownWrites: Limit = { group: 'me', perMinute: 30, burst: 15 };

export const rows: readonly Row[] = [
  read({
    id: 'users.me',
    path: '/users/me',
    access: signedIn,
    reply: Type.Object({ user: UserView }),
    errors: [],
    summary: 'The profile of the person signed in',
    byKey: true,
    handler: async ({ actor, db }) => ({
      user: viewUser((await findUser(db, actor.userId)) ?? fail(kernelErrors.not_found)),
    }),
  }),
  write({
    id: 'me.latin_name.set',
    method: 'PUT',
    path: '/me/latin-name',
    access: signedIn,
    limit: ownWrites,
    body: LatinNameBody,
    reply: LatinNameView,
    errors: [],
    audit: [events.latinNameSet],
    summary: 'Set how the name is written in Latin letters',
    handler: async ({ actor, body, tx }) => {
      const name = { first: body.first_name_en ?? null, last: body.last_name_en ?? null, now: tx.now };
      const written = (await writeLatinName(tx, actor.userId, name)) ?? fail(kernelErrors.not_found);
      tx.audit(events.latinNameSet, { target: actor.userId });
      return written;
    },
  }),
];
