export interface TextMessage {
  /** A repeat with the same id reaches the phone once. */
  id: string;
  /** E.164, such as +97699112233. */
  to: string;
  text: string;
}

/** Throws SmsError when the gateway does not take the message. */
export interface SmsPort {
  send(message: TextMessage): Promise<void>;
}

/** The message goes to the log only and holds no number. */
export class SmsError extends Error {
  constructor(detail: string) {
    super(`sms: ${detail}`);
    this.name = 'SmsError';
  }
}
