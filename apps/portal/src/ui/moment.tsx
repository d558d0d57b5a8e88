import { formatMoment } from '../i18n/format.ts';

export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
