import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Module } from '../../kernel/module.ts';
import type { MailPort } from '../organisations/index.ts';
import { type ContactDeps, type Message, messagePurpose, messageQueue } from './contacts.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { contactRows } from './routes.ts';
import { names } from './schemas.ts';
import type { SmsPort } from './sms-port.ts';
import { deleteStale, findMessage, removeMessage } from './store.ts';

export { post as postToContact } from './contacts.ts';
export { SmsError, type SmsPort } from './sms-port.ts';
export { findContacts } from './store.ts';

export interface ContactModuleDeps extends Omit<ContactDeps, 'offers'> {
  database: Database;
  mail: MailPort | undefined;
  sms: SmsPort | undefined;
}

/** E-mail addresses and mobile numbers that their owners entered and proved. */
export function contacts(deps: ContactModuleDeps): Module {
  const { database, mail, sms, keyring } = deps;
  return {
    name: 'contacts',
    rows: contactRows({ ...deps, offers: { email: mail !== undefined, phone: sms !== undefined } }),
    errors,
    events,
    schemas: names,
    sealed: [{ table: 'contact_messages', column: 'sealed', purpose: messagePurpose }],
    jobs: [
      {
        name: messageQueue,
        about: 'Sends a code or a warning to an e-mail address or a mobile number',
        run: async ({ id }, { now }) => {
          const key = { id: String(id), now };
          const found = await findMessage(database.reader(systemIdentity), key);
          if (found === undefined) return;
          const message = JSON.parse(keyring.open(found.sealed, messagePurpose)) as Message;
          if (message.kind === 'phone') await sms?.send({ ...message, id: key.id });
          else await mail?.send(message);
          await database.transaction(systemIdentity, (tx) => removeMessage(tx, key.id));
        },
      },
      {
        name: 'contacts.clean',
        about: 'Deletes codes and messages that are over, and old counts of messages',
        schedule: '*/10 * * * *',
        run: (_data, { now }) => database.transaction(systemIdentity, (tx) => deleteStale(tx, now)),
      },
    ],
  };
}
