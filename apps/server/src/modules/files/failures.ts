export class FileTooLarge extends Error {
  constructor() {
    super('the file is larger than allowed');
    this.name = 'FileTooLarge';
  }
}

export class FileRefused extends Error {
  constructor() {
    super('the file is of a kind that is not accepted');
    this.name = 'FileRefused';
  }
}

/** The store is away, full, or answered something that it must not: nothing was lost, and a retry may succeed. */
export class StoreUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = 'StoreUnavailable';
  }
}

/** The object is not what its row says: missing, cut short or changed. */
export class FileDamaged extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = 'FileDamaged';
  }
}

/** The scanner found something; the reason is its name. */
export class FileInfected extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super('the file is infected');
    this.name = 'FileInfected';
    this.reason = reason;
  }
}

/** The scanner cannot look at all of the file. */
export class FileUnscannable extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super('the file cannot be scanned');
    this.name = 'FileUnscannable';
    this.reason = reason;
  }
}
