/** What the tests use of a package that comes without types. */
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** @param vocabulary as schema.org publishes it, in JSON-LD. */
    constructor(vocabulary: unknown);
    /** @param data by syntax, then by type. */
    validate(data: {
      jsonld: Record<string, unknown[]>;
    }): Promise<{ severity: 'ERROR' | 'WARNING'; issueMessage: string; errorType?: string }[]>;
  }
}
