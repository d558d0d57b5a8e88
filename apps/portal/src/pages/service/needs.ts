import { listServicePapers, type ServicePaper } from '@tamga/forms';
import type { ListedService, PublicService } from '../../api/catalogue.ts';

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
