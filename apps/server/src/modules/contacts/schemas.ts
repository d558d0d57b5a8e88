import { type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const kinds = ['email', 'phone'] as const;
export type Kind = (typeof kinds)[number];

/** ASCII only, as the mail adapter writes to no other address. */
const EmailAddress = Type.String({
  minLength: 6,
  maxLength: 254,
  pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$",
});
const PhoneNumber = Type.String({ minLength: 8, maxLength: 24, pattern: '^\\+?[0-9][0-9 ()-]{6,22}$' });

export const EmailBody = strict({ address: EmailAddress });
export const PhoneBody = strict({ address: PhoneNumber });
export const CodeBody = strict({ code: Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9]{6}$' }) });

/** The same whether or not a message was sent: it must not tell what others asked for. */
export const CodeView = Type.Object({ address: Type.String(), expires_at: Timestamp });
export type CodeView = Static<typeof CodeView>;

const Contact = Type.Object({
  address: Type.String({ description: 'Empty when there is none' }),
  proven: Type.Boolean(),
  /** False when the platform has no server for such messages. */
  offered: Type.Boolean(),
  /** A code was sent to this address and waits to be entered. */
  waiting: Type.Optional(CodeView),
});
export const ContactsView = Type.Object({ email: Contact, phone: Contact });
export type ContactsView = Static<typeof ContactsView>;

export const names = {
  Contacts: ContactsView,
  Contact,
  ContactCode: CodeView,
  ContactEmailBody: EmailBody,
  ContactPhoneBody: PhoneBody,
  ContactCodeBody: CodeBody,
};
