import { signedIn } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { Type } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { events } from './events.ts';
import { findForeign } from './latin-name.ts';
import { LatinNameBody, LatinNameView, type SocialAccount, UserView } from './schemas.ts';
import { findUser, findUserForUpdate, writeLatinName } from './store.ts';
import { viewUser } from './view.ts';

const ownWrites: Limit = { group: 'me', perMinute: 30, burst: 15 };

const readsOtherwise = {
  mn: 'Энэ бичлэг таны албан ёсны кирилл нэрээр уншигдахгүй байна. Кирилл нэрээ латин үсгээр бичнэ үү, жишээ нь Цэцэгмаа – Tsetsegmaa. Нэр чинь өөрөө буруу бол улсын бүртгэлд хандаж засуулна уу.',
  en: 'This does not read as your official name. Write your Cyrillic name in Latin letters, for example Цэцэгмаа as Tsetsegmaa. If the name itself is wrong, ask the state registration office to correct it.',
};

export interface UserRowDeps {
  /** Whether the eID console works through the upstream provider. */
  eidThroughUpstream: boolean;
  /** The social account linked to a person; the social module implements this port. */
  socialOf: (userId: string) => Promise<SocialAccount | undefined>;
}

export const userRows = (deps: UserRowDeps): readonly Row[] => [
  read({
    id: 'users.me',
    path: '/users/me',
    access: signedIn,
    reply: Type.Object({ user: UserView }),
    errors: [],
    summary: 'The profile of the signed-in person',
    byKey: true,
    handler: async ({ actor, db }) => {
      const [user, social] = await Promise.all([findUser(db, actor.userId), deps.socialOf(actor.userId)]);
      return {
        user: {
          ...viewUser(user ?? fail(kernelErrors.not_found)),
          ...(deps.eidThroughUpstream ? { eid_proxy: true } : {}),
          ...(social === undefined ? {} : { social }),
        },
      };
    },
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
    summary: 'Set how the official name is written in Latin letters; another name is refused',
    handler: async ({ actor, body, tx }) => {
      const user = (await findUserForUpdate(tx, actor.userId)) ?? fail(kernelErrors.not_found);
      const foreign = findForeign(user, body).map((field) => ({
        field,
        tag: 'custom',
        text: readsOtherwise,
      }));
      if (foreign.length > 0) fail(kernelErrors.validation_failed, { fields: foreign });
      const name = { first: body.first_name_en ?? null, last: body.last_name_en ?? null, now: tx.now };
      const written = (await writeLatinName(tx, actor.userId, name)) ?? fail(kernelErrors.not_found);
      tx.audit(events.latinNameSet, { target: actor.userId });
      return written;
    },
  }),
];
