/** What onboarding needs of the service that mails one-time codes: it makes, sends and compares them itself. */

export type EmailCodeFailure = 'unavailable' | 'rejected' | 'not_configured';

/** The message is for the log only and never holds an address or a code. */
export class EmailCodeError extends Error {
  readonly failure: EmailCodeFailure;

  constructor(failure: EmailCodeFailure, detail: string) {
    super(`e-mail code service ${failure}: ${detail}`);
    this.name = 'EmailCodeError';
    this.failure = failure;
  }
}

export interface EmailCodePort {
  /** Throws EmailCodeError. */
  send(to: string): Promise<{ requestId: string }>;
  /** Whether this is the code that was sent; throws EmailCodeError when nobody could tell. */
  check(requestId: string, code: string): Promise<boolean>;
}
