import { listServicePapers, type ServicePaper } from '@tamga/forms';
import type { ListedService, PublicService } from '../../api/catalogue.ts';
import { PAPER_KINDS, sayKinds } from '../../features/papers/papers.ts';

/** One paper of the checklist. */
export interface Need extends ServicePaper {
  /** A service of this portal that gives the paper. */
  service: Pick<ListedService, 'id'> | null;
}

export interface Needs {
  /** Papers that the citizen brings. */
  bring: Need[];
  /** Papers that an agency gives, at once or after the citizen agrees. */
  fetched: Need[];
}

/** The types of file that every paper of the list takes; undefined if they differ. */
export function commonKinds(needs: readonly Need[]): readonly string[] | undefined {
  const [first = PAPER_KINDS, ...others] = needs.map(({ accepts = PAPER_KINDS }) => accepts);
  return others.every((kinds) => sayKinds(kinds) === sayKinds(first)) ? first : undefined;
}

const fold = (text: string) => text.trim().toLowerCase();

/**
 * The one list of papers, in two parts. A paper with the name of a service, or of its result, can be had from that
 * service.
 */
export function listNeeds(service: PublicService, listed: readonly ListedService[]): Needs {
  const giverOf = (title: string) =>
    listed.find(
      (each) => each.id !== service.id && [each.name, each.output].some((name) => fold(name) === fold(title)),
    ) ?? null;
  const all = listServicePapers(service).map((paper) => ({ ...paper, service: giverOf(paper.title.mn) }));
  return {
    bring: all.filter(({ isFetched }) => !isFetched),
    fetched: all.filter(({ isFetched }) => isFetched),
  };
}
