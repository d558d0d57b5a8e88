import { useLanguage } from '../../i18n/provider.tsx';

/** 18 500 rather than 18500: figures of a country are long. */
export function useNumber(): (value: number) => string {
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(language === 'mn' ? 'mn-MN' : 'en-GB', { maximumFractionDigits: 1 });
  return (value) => format.format(value);
}
