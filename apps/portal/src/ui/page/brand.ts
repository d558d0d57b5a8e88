import { createContext, use } from 'react';
import { useWords } from '../../i18n/provider.tsx';
import { useSiteTexts } from '../../theme/look-store.ts';

export interface Brand {
  name: string;
  line: string;
}

/** For a part of the site with a separate name, such as the operator console. */
export const BrandContext = createContext<Brand | null>(null);

/** The site's name and tagline, or the defaults. */
export function useBrand(): Brand {
  const { brand } = useWords();
  const own = use(BrandContext);
  const site = useSiteTexts();
  return own ?? { name: site.name ?? brand.name, line: site.line ?? brand.line };
}
