import { createContext, use } from 'react';
import { useWords } from '../../i18n/provider.tsx';
import { useSiteTexts } from '../../theme/look-store.ts';

export interface Brand {
  name: string;
  line: string;
}

/** A part of the site that goes by a name of its own, as the operator console does. */
export const BrandContext = createContext<Brand | null>(null);

/** The name of this site and the line beside it: the site's own where it has set them. */
export function useBrand(): Brand {
  const { brand } = useWords();
  const own = use(BrandContext);
  const site = useSiteTexts();
  return own ?? { name: site.name ?? brand.name, line: site.line ?? brand.line };
}
