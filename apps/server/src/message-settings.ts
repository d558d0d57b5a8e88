import { list, outside, secret, text } from './setting-forms.ts';

/** Mail and text messages to people. */
export interface Messaging {
  /** Undefined when production has none. */
  readonly mailRelay:
    | { readonly url: string; readonly from: string; readonly requireTls: boolean }
    | undefined;
  /** Undefined when production has none: nothing is sent to phones then. */
  readonly smsGateway:
    | { readonly baseUrl: string; readonly apiKey: string; readonly sender: string }
    | undefined;
}

export const smsForms = {
  SMS_API_BASE: outside('Gateway for text messages (POST /sms/messages). Default: the sandbox.'),
  SMS_API_KEY: secret('Our key at the gateway for text messages.'),
  SMS_SENDER: text(20, 'Sender that phones show.', 'Tamga'),
  SMS_PREFIXES: list(
    'Beginnings of the numbers that get text messages: numbers abroad may be expensive on purpose.',
    ['+976'],
  ),
};

interface Given {
  readonly ENVIRONMENT: string;
  readonly MAIL_URL: string | undefined;
  readonly MAIL_FROM: string;
  readonly SANDBOX_SMTP_PORT: number;
  readonly SMS_API_BASE: string | undefined;
  readonly SMS_API_KEY: string | undefined;
  readonly SMS_SENDER: string;
}

export function readMessaging(
  given: Given,
  sandbox: { baseUrl: string; apiKey: string } | undefined,
): Messaging {
  const url =
    given.MAIL_URL ?? (sandbox === undefined ? undefined : `smtp://localhost:${given.SANDBOX_SMTP_PORT}`);
  const baseUrl = given.SMS_API_BASE ?? sandbox?.baseUrl;
  const apiKey = given.SMS_API_KEY ?? sandbox?.apiKey;
  return {
    mailRelay:
      url === undefined ? undefined : { url, from: given.MAIL_FROM, requireTls: sandbox === undefined },
    smsGateway:
      baseUrl === undefined || apiKey === undefined
        ? undefined
        : { baseUrl, apiKey, sender: given.SMS_SENDER },
  };
}

export function findSmsProblems(given: Given): string[] {
  return given.ENVIRONMENT === 'production' && given.SMS_API_BASE !== undefined && !given.SMS_API_KEY
    ? ['SMS_API_KEY is required when SMS_API_BASE is set']
    : [];
}
