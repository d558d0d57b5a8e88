import { useLanguage } from './provider.tsx';

const formatter = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** 18 500 rather than 18500: figures of a country are long. Grouped as sums of money are. */
export function useNumber(): (value: number) => string {
  const { language } = useLanguage();
  return (value) => {
    const text = formatter.format(value);
    return language === 'mn' ? text.replaceAll(',', '\u00a0') : text;
  };
}
