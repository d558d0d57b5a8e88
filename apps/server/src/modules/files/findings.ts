import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Text } from '../../kernel/http/language.ts';
import { tellOwner } from '../acting/index.ts';
import { recordSecurityEvent } from '../security-events/index.ts';

/** What a scanner said about a file that nobody may have. */
export interface Finding {
  readonly id: string;
  readonly purpose: string;
  readonly userId: string | null;
  readonly outcome: 'infected' | 'unscannable';
  readonly reason: string;
}

/** How the owner of a file knows it; a module that keeps files of people has one for each purpose. */
export type DescribeFile = (tx: Tx, id: string) => Promise<KnownFile | undefined>;

interface KnownFile {
  name: string;
  link: string;
  /** Set for a paper that a person sent for another. */
  party?: { id: string; serviceId: string | null };
}

/** Nothing of the file itself: its name may be personal, and its contents are the danger. */
export const recordInfected = (
  tx: Tx & { readonly now: Date },
  { id, purpose, userId, reason }: Omit<Finding, 'outcome'>,
  when: 'upload' | 'later',
): Promise<void> =>
  recordSecurityEvent(tx, 'file_infected', 'high', {
    userId,
    detail: { file_id: id, purpose, signature: reason, found: when },
  });

/** Tells the owner, who may have sent the file long ago. */
export async function notifyOwner(
  tx: WriteTx,
  finding: Finding,
  describe: DescribeFile | undefined,
): Promise<void> {
  if (finding.userId === null) return;
  const known = await describe?.(tx, finding.id);
  const { title, body } = texts[finding.outcome](known?.name ?? '', finding.reason);
  await tellOwner(tx, {
    userId: finding.userId,
    partyId: known?.party?.id ?? null,
    act: 'apply',
    serviceId: known?.party?.serviceId ?? null,
    did: { what: 'attached', by: finding.userId },
    topic: 'security',
    category: 'warning',
    title,
    body,
    ...(known === undefined ? {} : { link: known.link }),
  });
}

type Message = { title: Text; body: Text };
const named = (name: string) => (name === '' ? '' : ` «${name}»`);

const texts: Record<Finding['outcome'], (name: string, reason: string) => Message> = {
  infected: (name, reason) => ({
    title: { mn: 'Таны файлаас хортой код илэрлээ', en: 'Your file contains malicious code' },
    body: {
      mn: `Таны илгээсэн файлаас${named(name)} хортой код (${reason}) илэрсэн тул хэн ч татаж авах боломжгүй боллоо. Төхөөрөмжөө вирусээс шалгаад, цэвэр файл илгээнэ үү.`,
      en: `A file that you sent${named(name)} contains malicious code (${reason}), so nobody can download it any more. Check your device for viruses and send a clean file.`,
    },
  }),
  unscannable: (name) => ({
    title: { mn: 'Таны файлыг вирусээс шалгаж чадсангүй', en: 'Your file cannot be checked for viruses' },
    body: {
      mn: `Таны илгээсэн файл${named(name)} нууц үгтэй эсвэл хэт том тул шалгах боломжгүй. Бусад хүн татаж авч чадахгүй. Нууц үггүй эсвэл жижиг файл илгээнэ үү.`,
      en: `A file that you sent${named(name)} has a password or is too large to be checked. Other people cannot download it. Send a file without a password, or a smaller one.`,
    },
  }),
};
