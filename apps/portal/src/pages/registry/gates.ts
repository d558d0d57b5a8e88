import type { OnceOnlyReport, Passport } from '../../api/registry.ts';
import { MANDATORY } from './passport-fields.ts';

export type GateName = 'saved' | 'mandatory' | 'once_only' | 'automation';

export interface Gate {
  name: GateName;
  isOpen: boolean;
  /** Field names for `mandatory`, names of documents for `once_only`. */
  because: string[];
}

/** What publishing will be measured by, told before it is tried. */
export function checkGates(
  passport: Passport,
  report: Pick<OnceOnlyReport, 'violations'>,
  isChanged: boolean,
): Gate[] {
  const empty = MANDATORY.filter((name) => passport[name].trim() === '');
  const declaresMore = passport.proactivity === 'once_only' || passport.proactivity === 'proactive';
  const violations = report.violations.map((link) => link.name);
  const isAutomatable =
    passport.fulfilment === 'manual' || !(passport.has_discretion || passport.has_assessment);
  return [
    { name: 'saved', isOpen: !isChanged, because: [] },
    { name: 'mandatory', isOpen: empty.length === 0, because: [...empty] },
    { name: 'once_only', isOpen: !(declaresMore && violations.length > 0), because: violations },
    { name: 'automation', isOpen: isAutomatable, because: [] },
  ];
}
