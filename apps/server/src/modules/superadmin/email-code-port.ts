/** The service that mails one-time codes for onboarding: it creates, sends and compares them. */

export type EmailCodeFailure = 'unavailable' | 'rejected' | 'not_configured';

/** The message is for the log only and never contains an address or a code. */
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
  /** Whether the code matches the sent one; throws EmailCodeError when the service is unavailable. */
  check(requestId: string, code: string): Promise<boolean>;
}
