/** Displays of the eID protocol hold 60 characters. */
const maxTextLength = 60;

/**
 * A name that others chose, made safe to stand between quotes on a phone: without quotes of any kind, brackets that
 * look like them, and control or direction marks, it can neither end its quotation nor turn the text around.
 */
export const phoneName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll('’', "'")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Pi}\p{Pf}"<>〈〉《》「」『』【】〝〞〟]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Every text with a foreign name that goes to a phone. A long name is shortened, never what stands around it. */
function quote(before: string, name: string, after: string): string {
  const room = maxTextLength - [...`${before}«»${after}`].length;
  const letters = [...(phoneName(name) || '?')];
  const shown =
    letters.length <= room ? letters.join('') : `${letters.slice(0, Math.max(room - 1, 0)).join('')}…`;
  return `${before}«${shown}»${after}`;
}

/** The platform asks about something that has a name. */
export const signatureText = (platform: string, name: string, question: string): string =>
  quote(`${platform}: `, name, ` ${question}`);

/** An application asks: the text begins with its name, and can never begin like one of the platform. */
export const applicationText = (name: string, message: string | undefined): string =>
  quote('', name, message === undefined ? ' апп таныг нэвтрүүлэх үү? App sign-in?' : ` апп: ${message}`);
