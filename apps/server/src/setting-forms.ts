import { isIP } from 'node:net';
import { isTimeZone } from './kernel/local-day.ts';

/** The value types of settings; each parses one environment variable or reports its problem. */

type ParseResult<T> = { ok: true; value: T } | { ok: false; problem: string };

export interface Form<T> {
  readonly parse: (text: string) => ParseResult<T>;
  readonly fallback: T;
  readonly form: string;
  readonly about: string;
  readonly secret?: true;
  readonly reach?: Reach;
}

/**
 * The owner of the address in a setting: another system, this platform as others reach it, or an address
 * inside one installation. Production requires https and a public host for the first two, and refuses the
 * sandbox for all.
 */
export type Reach = 'outside' | 'own' | 'internal';

const ok = <T>(value: T): ParseResult<T> => ({ ok: true, value });
const bad = <T>(problem: string): ParseResult<T> => ({ ok: false, problem });

export function integer(min: number, max: number, fallback: number, about: string): Form<number> {
  return {
    form: `whole number ${min}…${max}`,
    about,
    fallback,
    parse: (text) => {
      const value = Number(text);
      // Digits only: Number() would also read a space as 0 and 1e3 as 1000.
      return /^\d{1,15}$/.test(text) && value >= min && value <= max
        ? ok(value)
        : bad(`must be a whole number from ${min} to ${max}`);
    },
  };
}

export function word<const W extends string>(words: readonly W[], about: string): Form<W | undefined>;
export function word<const W extends string>(words: readonly W[], about: string, fallback: W): Form<W>;
export function word<const W extends string>(
  words: readonly W[],
  about: string,
  fallback?: W,
): Form<W | undefined> {
  return {
    form: words.join(' | '),
    about,
    fallback,
    parse: (text) => {
      const found = words.find((candidate) => candidate === text);
      return found === undefined ? bad(`must be one of: ${words.join(', ')}`) : ok(found);
    },
  };
}

export function text(max: number, about: string): Form<string | undefined>;
export function text(max: number, about: string, fallback: string): Form<string>;
export function text(max: number, about: string, fallback?: string): Form<string | undefined> {
  return {
    form: `text of at most ${max} characters`,
    about,
    fallback,
    parse: (value) => (value.length <= max ? ok(value) : bad(`must have at most ${max} characters`)),
  };
}

export function timeZone(about: string, fallback: string): Form<string> {
  return {
    form: 'time zone by its IANA name',
    about,
    fallback,
    parse: (value) =>
      isTimeZone(value) ? ok(value) : bad('must be the IANA name of a time zone, as Asia/Ulaanbaatar is'),
  };
}

export function secret(about: string): Form<string | undefined> {
  return { ...text(4096, about), form: 'secret', secret: true };
}

export function address(protocols: readonly string[], reach: Reach, about: string): Form<string | undefined> {
  return {
    reach,
    form: `address (${protocols.map((protocol) => `${protocol}//`).join(', ')})`,
    about,
    fallback: undefined,
    parse: (value) => {
      if (!URL.canParse(value)) return bad('is not an address');
      if (!protocols.includes(new URL(value).protocol))
        return bad(`must start with ${protocols.join(' or ')}//`);
      return ok(value.replace(/\/$/, ''));
    },
  };
}

export const outside = (about: string) => address(web, 'outside', about);
export const own = (about: string) => address(web, 'own', about);
export const internal = (about: string) => address(web, 'internal', about);

export function flag(about: string): Form<boolean | undefined> {
  return {
    form: 'true | false',
    about,
    fallback: undefined,
    parse: (value) =>
      value === 'true' || value === 'false' ? ok(value === 'true') : bad('must be true or false'),
  };
}

const splitList = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export function list(about: string, fallback: readonly string[]): Form<readonly string[]> {
  return { form: 'comma-separated list', about, fallback, parse: (value) => ok(splitList(value)) };
}

export function secrets(about: string): Form<readonly string[]> {
  return { ...list(about, []), form: 'comma-separated list of secrets', secret: true };
}

/** Origins as a browser sends them: scheme, host and port only. */
export function origins(about: string): Form<readonly string[] | undefined> {
  return {
    reach: 'own',
    form: 'comma-separated list of origins',
    about,
    fallback: undefined,
    parse: (value) => {
      const parts = splitList(value).map((part) => part.replace(/\/$/, ''));
      const isOrigin = (part: string) =>
        part === '*' || (URL.canParse(part) && /^https?:/.test(part) && new URL(part).origin === part);
      return parts.every(isOrigin)
        ? ok(parts)
        : bad('must hold origins such as https://portal.example.mn, without a path');
    },
  };
}

function isNetwork(part: string): boolean {
  const [address = '', bits, ...more] = part.split('/');
  const size = { 4: 32, 6: 128 }[isIP(address)];
  if (size === undefined || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size);
}

export function networks(about: string): Form<readonly string[]> {
  return {
    form: 'comma-separated list of addresses or CIDR ranges',
    about,
    fallback: [],
    parse: (value) => {
      const parts = splitList(value);
      return parts.every(isNetwork)
        ? ok(parts)
        : bad('must hold addresses or CIDR ranges such as 10.0.0.0/8');
    },
  };
}

/** Networks that one kind of call may reach; a range that contains every address would switch its guard off. */
export function reachableNetworks(about: string): Form<readonly string[]> {
  const form = networks(`Networks beside the public internet ${about}`);
  return {
    ...form,
    parse: (value) =>
      splitList(value).some((part) => /\/0+$/.test(part))
        ? bad('must not hold a range of every address such as 0.0.0.0/0')
        : form.parse(value),
  };
}

/** The word `open`, or networks; a range that contains every address would be an accidental `open`. */
export function networksOrOpen(about: string): Form<'open' | readonly string[] | undefined> {
  return {
    form: 'comma-separated list of addresses or CIDR ranges, or the word open',
    about,
    fallback: undefined,
    parse: (value) => {
      if (value.trim() === 'open') return ok('open');
      const parts = splitList(value);
      if (parts.some((part) => /\/0+$/.test(part)))
        return bad('must not hold a range of every address such as 0.0.0.0/0; use the word open instead');
      return parts.length > 0 && parts.every(isNetwork)
        ? ok(parts)
        : bad('must hold addresses or CIDR ranges such as 10.0.0.0/8, or be the word open');
    },
  };
}

/** A host as a browser sends it in Host, in lower case. */
export function host(about: string): Form<string | undefined> {
  return {
    ...text(255, about),
    form: 'host, with a port if needed',
    parse: (value) =>
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i.test(value)
        ? ok(value.toLowerCase())
        : bad('must be a host such as console.example.mn, without a scheme or path'),
  };
}

export function scanner(about: string): Form<string | undefined> {
  return {
    ...text(255, about),
    form: 'tcp://host:port or unix:/path',
    parse: (value) =>
      /^(unix:\/[^\0]{1,240}|tcp:\/\/([a-z0-9.-]{1,230}|\[[0-9a-f:.]{2,45}\]):\d{1,5})$/i.test(value)
        ? ok(value)
        : bad('must be tcp://host:port or unix:/path of the socket'),
  };
}

/** In the format of `pg`, which includes `postgres://user@/name?host=/socket/directory`. */
export function database(about: string): Form<string | undefined> {
  return {
    ...text(4096, about),
    form: 'postgres:// address',
    parse: (value) => (/^postgres(ql)?:\/\/./.test(value) ? ok(value) : bad('must start with postgres://')),
  };
}

const web = ['http:', 'https:'];
