import type { FormSchema, Language, Text } from './schema.ts';

/** The time and the papers of a service: one definition for pages with and without script, the assistant and guides. */

interface ServiceTime {
  readonly fulfilment: string;
  /** Hours of the deadline of an application; 0 counts none. */
  readonly sla_hours: number;
  /** The limit that the law sets. */
  readonly max_days: number;
}

interface ServiceTerms extends ServiceTime {
  readonly fee: number;
  readonly payment_required_before: 'review' | 'issue' | 'none';
  readonly tacit_approval: boolean;
}

/** Calendar days within which a decision is promised: those that the deadline of an application counts. */
export const countDecisionDays = ({ fulfilment, sla_hours: hours, max_days: days }: ServiceTime): number => {
  if (fulfilment === 'auto') return 0;
  return hours > 0 ? Math.ceil(hours / 24) : days;
};

const words = {
  mn: {
    atOnce: 'Шууд олгоно',
    afterPayment: 'Хураамж төлмөгц шууд олгоно',
    days: (count: number) => `${count} хоног хүртэл`,
    count: 'Хүсэлт хүлээн авсан өдрөөс хуанлийн хоногоор тоолно.',
    countFromFee: 'Хураамж төлсөн өдрөөс хуанлийн хоногоор тоолно.',
    legalLimit: (days: number) => `Хуулийн дээд хугацаа: ${days} хоног.`,
    tacit: 'Хугацаандаа шийдвэр гараагүй бол хүсэлтийг зөвшөөрсөнд тооцно.',
    payment: { review: 'Хүсэлтийг хянахаас өмнө төлнө.', issue: 'Үр дүнг авахаас өмнө төлнө.', none: '' },
    fetched: 'бид өөрсдөө авна',
    sometimes: 'зөвхөн зарим тохиолдолд',
    optional: 'заавал биш',
  },
  en: {
    atOnce: 'Issued at once',
    afterPayment: 'Issued as soon as the fee is paid',
    days: (count: number) => (count === 1 ? 'Up to 1 day' : `Up to ${count} days`),
    count: 'Calendar days, counted from the day we receive the application.',
    countFromFee: 'Calendar days, counted from the day the fee is paid.',
    legalLimit: (days: number) => `The law allows at most ${days} days.`,
    tacit: 'Without a decision in time, the application counts as granted.',
    payment: {
      review: 'Paid before the application is looked at.',
      issue: 'Paid before you receive the result.',
      none: '',
    },
    fetched: 'we fetch it ourselves',
    sometimes: 'only in some cases',
    optional: 'optional',
  },
} as const;

/** When the result comes. */
export function sayTime(service: ServiceTime & { readonly fee: number }, language: Language): string {
  const { atOnce, afterPayment, days } = words[language];
  if (service.fulfilment === 'auto') return service.fee > 0 ? afterPayment : atOnce;
  return days(countDecisionDays(service));
}

/** From when the days count, the limit of the law where less is promised, and what silence means. */
export function sayTerms(service: ServiceTerms, language: Language): string {
  if (service.fulfilment === 'auto') return '';
  const { count, countFromFee, legalLimit, tacit } = words[language];
  const isAfterFee = service.fee > 0 && service.payment_required_before === 'review';
  return [
    isAfterFee ? countFromFee : count,
    ...(service.max_days > countDecisionDays(service) ? [legalLimit(service.max_days)] : []),
    ...(service.tacit_approval ? [tacit] : []),
  ].join(' ');
}

/** When the fee is paid. */
export function sayPayment(service: ServiceTerms, language: Language): string {
  if (service.fee === 0 || service.fulfilment === 'auto') return '';
  return words[language].payment[service.payment_required_before];
}

/** An evidence that the passport of a service names. */
interface Evidence {
  readonly code: string;
  readonly name: string;
  readonly name_en: string;
  readonly note: string;
  readonly note_en: string;
  readonly required: boolean;
  readonly from_citizen: boolean;
}

export interface ServicePaper {
  /** Unique in its service. */
  readonly key: string;
  readonly title: Text;
  readonly note: Text;
  readonly isOptional: boolean;
  /** Asked for only after some answers. */
  readonly isConditional: boolean;
  /** An agency gives it, at once or after the citizen agrees. */
  readonly isFetched: boolean;
  /** The media types of its files; undefined if every type that the platform takes is accepted. */
  readonly accepts?: readonly string[];
}

const fold = (text: string) => text.trim().toLowerCase();

/** The form says which papers are attached, the passport which evidences exist; a paper of both is listed once. */
export function listServicePapers({
  form,
  evidences,
}: {
  form: FormSchema | null;
  evidences: readonly Evidence[];
}): ServicePaper[] {
  const slots = form?.['x-papers'] ?? [];
  const asked = slots.map((slot) => ({
    key: slot.key,
    title: slot['x-title'],
    note: slot['x-help'] ?? { mn: '', en: '' },
    isOptional: !slot.required,
    isConditional: slot['x-when'] !== undefined,
    isFetched: slot.evidence !== undefined,
    ...(slot.accepts === undefined ? {} : { accepts: slot.accepts }),
  }));
  const covered = new Set(slots.flatMap((slot) => [slot.evidence ?? '', fold(slot['x-title'].mn)]));
  const others = evidences
    .filter(({ code, name }) => !covered.has(code) && !covered.has(fold(name)))
    .map((evidence) => ({
      key: evidence.code,
      title: { mn: evidence.name, en: evidence.name_en },
      note: { mn: evidence.note, en: evidence.note_en },
      isOptional: !evidence.required,
      isConditional: false,
      isFetched: !evidence.from_citizen,
    }));
  return [...asked, ...others];
}

/** Whether the citizen brings a paper, and when; empty where it is simply needed. */
export function sayPaper(
  { isFetched, isConditional, isOptional }: Pick<ServicePaper, 'isFetched' | 'isConditional' | 'isOptional'>,
  language: Language,
): string {
  const { fetched, sometimes, optional } = words[language];
  const when = isConditional ? sometimes : isOptional ? optional : '';
  return [isFetched ? fetched : '', when].filter((text) => text !== '').join(', ');
}
