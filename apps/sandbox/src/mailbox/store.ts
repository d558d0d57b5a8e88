import { randomUUID } from 'node:crypto';

export type Mail = {
  id: string;
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string | null;
  received_at: string;
};

export type MailStore = {
  add(mail: Omit<Mail, 'id'>): Mail;
  find(id: string): Mail | undefined;
  /** Newest first; with an address, only its mails. */
  list(to?: string): Mail[];
  clear(): void;
};

/** Keeps only the newest mails in memory: an endless test run must not fill it. */
export function createMailStore(capacity: number): MailStore {
  let mails: Mail[] = [];
  return {
    add(mail) {
      const kept = { id: randomUUID(), ...mail };
      mails = [kept, ...mails].slice(0, capacity);
      return kept;
    },
    find: (id) => mails.find((mail) => mail.id === id),
    list(to) {
      const wanted = to?.trim().toLowerCase();
      if (!wanted) return [...mails];
      return mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === wanted));
    },
    clear() {
      mails = [];
    },
  };
}
