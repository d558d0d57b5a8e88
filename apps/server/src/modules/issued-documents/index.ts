import type { Module } from '../../kernel/module.ts';
import type { Metrics } from '../../kernel/observability/metrics.ts';
import { createDocuments, type DocumentDeps, type IssuedDocuments } from './documents.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { documentJobs } from './jobs.ts';
import { createRenderer } from './paper/render.ts';

export { currentForm, type IssuedDocument, type IssuedDocuments } from './documents.ts';
export { documentDownloads } from './downloads.ts';
export { errors as issuedDocumentErrors } from './errors.ts';
export { type Block, type Page, renderPage } from './paper/page.ts';
export { createRenderer } from './paper/render.ts';

export interface IssuedDocumentDeps extends Omit<DocumentDeps, 'render'> {
  metrics: Pick<Metrics, 'gauge'>;
}

/** The official PDFs of the platform, for the modules that issue them; it has no addresses of its own. */
export function openIssuedDocuments({ metrics, ...given }: IssuedDocumentDeps): {
  documents: IssuedDocuments;
  module: Module;
} {
  const renderer = createRenderer();
  const deps: DocumentDeps = { ...given, render: renderer.render };
  metrics.gauge('tamga_seal_up', 'Whether the platform can seal documents, as last seen', [], (gauge) =>
    gauge.set(['ok', 'ending'].includes(deps.seal.state()) ? 1 : 0),
  );
  metrics.gauge(
    'tamga_seal_certificate_not_after_seconds',
    'Unix time at which the certificate of the seal ends; NaN until it is known',
    [],
    (gauge) => gauge.set((deps.seal.endsAt()?.getTime() ?? Number.NaN) / 1000),
  );
  return {
    documents: createDocuments(deps),
    module: {
      name: 'issued-documents',
      rows: [],
      errors,
      events,
      jobs: documentJobs(deps),
      attach: (http) => {
        http.addHook('onClose', renderer.close);
      },
    },
  };
}
