/** An error that a person can fix: printed without a stack trace, with exit code 1. */
export class Stop extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Stop';
  }
}
