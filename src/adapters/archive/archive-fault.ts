/** What is wrong with an archive, in words of ours: nothing of what stands in it is quoted. */
export class ArchiveFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ArchiveFault';
  }
}
