/** Where texts become vectors, when an embedding endpoint is configured. */
export interface EmbeddingPort {
  /** Vectors of different models cannot be compared: each is kept with the name of its own. */
  readonly model: string;
  /** One vector per text, in order. Throws when the endpoint does not answer in time. */
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}
