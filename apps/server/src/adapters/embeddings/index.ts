export { createEmbeddings, type EmbeddingsOptions } from './adapter.ts';
