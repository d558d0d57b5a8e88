import type { EvidenceLink, OnceOnlyReport, Passport } from '../../api/registry.ts';
import { IN_TWO_LANGUAGES, MANDATORY } from './passport-fields.ts';

export type GateName =
  | 'saved'
  | 'mandatory'
  | 'time'
  | 'languages'
  | 'evidence_languages'
  | 'once_only'
  | 'automation';

export interface Gate {
  name: GateName;
  isOpen: boolean;
  /** Field names for `mandatory` and `languages`, otherwise codes of documents. */
  because: string[];
}

/** The missing field if only one of the two languages is filled in. */
function findGap(name: string, mn: string, en: string): string[] {
  if ((mn.trim() === '') === (en.trim() === '')) return [];
  return [mn.trim() === '' ? name : `${name}_en`];
}

export const isUntranslated = ({ name, name_en, note, note_en }: EvidenceLink) =>
  findGap('name', name, name_en).length + findGap('note', note, note_en).length > 0;

/** Checks the conditions of publishing in advance. */
export function checkGates(
  passport: Passport,
  report: Pick<OnceOnlyReport, 'violations'>,
  isChanged: boolean,
): Gate[] {
  const empty = MANDATORY.filter((name) => passport[name].trim() === '');
  const untranslated = [
    // Its record has no English name, which an administrator adds.
    ...(passport.authority_en.trim() === '' ? ['authority_id'] : []),
    ...IN_TWO_LANGUAGES.flatMap((name) => findGap(name, passport[name], passport[`${name}_en`])),
  ];
  const papers = passport.evidences.filter(isUntranslated);
  const declaresMore = passport.proactivity === 'once_only' || passport.proactivity === 'proactive';
  const violations = report.violations.map((link) => link.code);
  const isAutomatable =
    passport.fulfilment === 'manual' || !(passport.has_discretion || passport.has_assessment);
  return [
    { name: 'saved', isOpen: !isChanged, because: [] },
    { name: 'mandatory', isOpen: empty.length === 0, because: [...empty] },
    {
      name: 'time',
      isOpen: passport.fulfilment === 'auto' || passport.max_days > 0,
      because: [],
    },
    { name: 'languages', isOpen: untranslated.length === 0, because: untranslated },
    { name: 'evidence_languages', isOpen: papers.length === 0, because: papers.map((link) => link.code) },
    { name: 'once_only', isOpen: !(declaresMore && violations.length > 0), because: violations },
    { name: 'automation', isOpen: isAutomatable, because: [] },
  ];
}
