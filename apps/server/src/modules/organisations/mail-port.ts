export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Throws MailError when the relay does not accept the mail. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
}

/** The message goes to the log only and holds no address. */
export class MailError extends Error {
  constructor(detail: string) {
    super(`mail: ${detail}`);
    this.name = 'MailError';
  }
}
