/** What the page of retrievers uses of @lancedb/lancedb 0.39, which has 200 MB and is not installed here. */
declare module '@lancedb/lancedb' {
  type VectorQuery = {
    readonly distanceType: (type: 'l2' | 'cosine' | 'dot') => VectorQuery;
    readonly limit: (limit: number) => VectorQuery;
    readonly select: (columns: string[]) => VectorQuery;
    // biome-ignore lint/suspicious/noExplicitAny: it says so itself.
    readonly toArray: () => Promise<any[]>;
  };
  type Table = { readonly vectorSearch: (vector: number[]) => VectorQuery };
  export function connect(uri: string): Promise<{ readonly openTable: (name: string) => Promise<Table> }>;
}
