import { useQuery } from '@tanstack/react-query';
import { platformsQuery } from '../../api/relay.ts';
import { useMayManage } from './relay.tsx';

/** The name of a platform by its code; without the right to see the platforms it stays the code. */
export function usePlatformName(): (code: string) => string {
  const { data } = useQuery({ ...platformsQuery, enabled: useMayManage() });
  return (code) => data?.find((platform) => platform.code === code)?.name ?? code;
}
