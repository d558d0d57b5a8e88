import { useWords } from '../i18n/provider.tsx';
import { useSiteTexts } from '../theme/look-store.ts';

/** The name of this site and the line beside it: the site's own where it has set them. */
export function useBrand(): { name: string; line: string } {
  const { brand } = useWords();
  const site = useSiteTexts();
  return { name: site.name ?? brand.name, line: site.line ?? brand.line };
}
