import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readActingFor } from '../../api/acting-for.ts';
import type { PaperSlot } from '../../api/catalogue.ts';
import { draftFactsQuery, type Fact, type FactOffer } from '../../api/facts.ts';
import { useLanguage } from '../../i18n/provider.tsx';

export interface FetchedPapers {
  offerFor(slot: string): FactOffer | undefined;
  factFor(slot: string): Fact | undefined;
  /** Answers that are sent with the application, for papers that the answers ask for. */
  accepted: readonly Fact[];
  /** The slots that they fill. */
  filled: readonly string[];
  /** Asking an agency begins a draft. */
  isBegun: boolean;
  refresh(): void;
}

/** What agencies can give for the papers of a draft; asks the server only if the form has such papers. */
export function useDraftFacts(
  serviceId: string,
  slots: readonly PaperSlot[],
  onRefreshed: () => unknown,
): FetchedPapers {
  const { language } = useLanguage();
  const client = useQueryClient();
  // Agencies are asked about the person alone.
  const isEnabled = readActingFor() === null && slots.some(({ evidence }) => evidence !== undefined);
  const { data } = useQuery({ ...draftFactsQuery(serviceId, language), enabled: isEnabled });
  const facts = data?.facts ?? [];
  const isAsked = (key: string) => slots.some((slot) => slot.key === key);
  const accepted = facts.filter(({ state, slot }) => state === 'accepted' && isAsked(slot));
  return {
    offerFor: (key) => data?.offers.find(({ slot }) => slot === key),
    factFor: (key) => facts.find(({ slot }) => slot === key),
    accepted,
    filled: accepted.map(({ slot }) => slot),
    isBegun: facts.length > 0,
    refresh: () => {
      client.invalidateQueries({ queryKey: ['gov', 'facts', serviceId] });
      onRefreshed();
    },
  };
}
