/** Converts texts into vectors, when an embedding endpoint is configured. */
export interface EmbeddingPort {
  /** Vectors of different models cannot be compared, so each is stored with its model's name. */
  readonly model: string;
  /** One vector per text, in order; throws when the endpoint does not answer in time. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
}
