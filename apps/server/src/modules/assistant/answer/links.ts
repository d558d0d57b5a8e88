/** Pages of the portal that an answer may lead to; other addresses of the platform could act when they are opened. */
const ownPages =
  /^\/(?:home|services|applications|references|payments|appointments|notifications|profile|space|verify|knowledge|connections|login)(?:\/[A-Za-z0-9-]{1,64}){0,2}$/;

export interface LinkRules {
  /** The public origin. */
  readonly origin: string;
  readonly hosts: readonly string[];
}

/** Decides which addresses may stand in an answer. */
export function createLinkCheck({ origin, hosts }: LinkRules) {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  const isOwn = (url: URL) =>
    url.origin === origin && ownPages.test(url.pathname) && url.search === '' && url.hash === '';
  const isListed = (url: URL) => url.protocol === 'https:' && url.port === '' && allowed.has(url.hostname);
  return (target: string, exact: ReadonlySet<string>): boolean => {
    if (exact.has(target)) return true;
    if (/[\\\s\p{Cc}\p{Cf}]/u.test(target)) return false;
    if (target.startsWith('/')) return !target.startsWith('//') && ownPages.test(target);
    if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return false;
    const url = new URL(target);
    return url.username === '' && url.password === '' && (isOwn(url) || isListed(url));
  };
}
export type LinkCheck = ReturnType<typeof createLinkCheck>;

/** Characters that hide or reorder text. */
const invisible =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ue000\ue001\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[^\P{Cc}\n\t]/gu;
const image = /!\[([^[\]]*)\](?:\([^)]*\)?|\[[^[\]]*\])?/gu;
const link = /\[([^[\]\n]*)\]\(\s{0,9}<?([^\s)>]*)>?(?:\s{1,9}["'(][^)]*)?\)?/gu;
const definition = /^[ \t]*\[[^[\]]*\]:\s*\S.*$/gmu;
const tag = /<\/?[a-z!?][^>]*>?/giu;
const withScheme =
  /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,20}:(?:\/\/|(?<=javascript:|data:|mailto:|tel:|file:|blob:|vbscript:|sms:|intent:|about:))[^\s)\]"'«»]*/giu;
const schemeless = /(?<![\p{L}\p{N}:/.])(?:[/\\]{2}|www[.．｡。])[^\s)\]"'«»]+/giu;
const mail = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const domain =
  /(?<![\p{L}\p{N}@._-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?[.．｡])+(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59}|мон)(?![\p{L}\p{N}_-])(?::\d+)?(?:[/?#][^\s)\]"'«»]*)?/giu;
const fileEnding = /\.(?:pdf|jpe?g|png|docx?|xlsx?|txt|csv|heic|wav|mp3|p7s|asice)$/i;
const longToken = /[^\s()[\]]{61,}/gu;

export interface CleanRules {
  readonly isAllowed: LinkCheck;
  /** Addresses that this conversation itself produced. */
  readonly exact: ReadonlySet<string>;
  /** A text whose addresses of mail may be repeated: what is translated, never a question. */
  readonly own: string;
}

/** Plain text with allowed Markdown links: nothing loads by itself, and no other address remains, in any form. */
export function cleanText(text: string, { isAllowed, exact, own }: CleanRules): string {
  const kept: string[] = [];
  const keep = (piece: string) => `\ue000${kept.push(piece) - 1}\ue001`;
  const isAllowedHost = (found: string) =>
    /^[a-z0-9]/i.test(found) && isAllowed(`https://${trimEnd(found)}`, exact);
  const visible = text.replace(invisible, '');
  const cleaned = visible
    .replace(image, (_, alt: string) => alt)
    // Half of an image, whose other half is in the next sentence.
    .replace(/!\[/g, '[')
    .replace(definition, '')
    .replace(link, (_, title: string, target: string) => {
      const name = title.replace(/[[\]()<>]/g, '').trim();
      return isAllowed(target, exact) ? keep(`[${name || target}](${target})`) : name;
    })
    .replace(/\]\([^)\s]*\)?/g, ']')
    .replace(tag, (found) => (isAllowed(found.slice(1, -1), exact) ? keep(found.slice(1, -1)) : ''))
    .replace(withScheme, (found) => (isAllowed(trimEnd(found), exact) ? keep(found) : '…'))
    .replace(schemeless, (found) => (isAllowedHost(found) ? keep(found) : '…'))
    .replace(mail, (found) => (own.includes(found) ? keep(found) : '…'))
    .replace(domain, (found) => (fileEnding.test(found) || isAllowedHost(found) ? found : '…'))
    .replace(longToken, '…')
    .replace(/</g, '‹')
    .replace(/>/g, '›');
  return cleaned.replace(/\ue000(\d+)\ue001/g, (_, at: string) => kept[Number(at)] ?? '');
}

const trimEnd = (address: string) => address.replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
/** Links are no claims: the numbers in an address are not said. */
export const withoutLinks = (text: string): string =>
  text.replace(/\]\([^()]*\)/g, ']').replace(/https?:\S+/g, '');
