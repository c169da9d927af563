/** The little of autocannon that the benchmarks use; it brings no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
  }
  interface Result {
    /** Seconds. */
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
    readonly requests: { readonly total: number };
    readonly latency: { readonly p99: number };
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }
  const autocannon: (options: Options) => Promise<Result>;
  export default autocannon;
}
