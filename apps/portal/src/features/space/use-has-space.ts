import { useQuery } from '@tanstack/react-query';
import { hiddenPagesQuery } from '../../api/site.ts';
import { isHidden, places } from '../../shell/places.ts';

/** False if this platform has switched the personal space off. */
export function useHasSpace(): boolean {
  const { data: hidden = [] } = useQuery(hiddenPagesQuery);
  return !isHidden(places.space.path, hidden);
}
