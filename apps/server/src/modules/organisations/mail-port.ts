export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail to the relay; throws MailError when the relay did not take it. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
}

/** The message is for the log only and holds no address. */
export class MailError extends Error {
  constructor(detail: string) {
    super(`mail: ${detail}`);
    this.name = 'MailError';
  }
}
