import type { Limit } from '../../kernel/http/token-bucket.ts';

/** A download may make the document, which costs as much as a hundred other answers. */
export const documentDownloads: Limit = { group: 'gov-documents', perMinute: 60, burst: 30, by: 'person' };
