import { useLanguage } from './provider.tsx';

const formatter = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Groups digits (18 500, not 18500) as in amounts of money, because national figures are long. */
export function useNumber(): (value: number) => string {
  const { language } = useLanguage();
  return (value) => {
    const text = formatter.format(value);
    return language === 'mn' ? text.replaceAll(',', '\u00a0') : text;
  };
}
