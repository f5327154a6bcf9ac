import net from 'node:net';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector as extension } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseOf, temporaryFolder } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { hashing } from '../embed/hashing.js';
import { evaluate } from '../measure/evaluate.js';
import { randomInt, randomWords } from '../measure/random.js';
import { openDataset } from '../open-dataset.js';
import { openStore } from '../store/open-store.js';
import type { Chunk, Embedder } from '../types.js';
import { annRecall } from './ann-recall.js';
import { hashEmbedder } from './hash-embedder.contract.js';
import { hybrid } from './hybrid.js';
import { pgtext } from './pgtext.js';
import { pgvector } from './pgvector.js';
import { retrieverContract } from './retriever.contract.js';
import { vector } from './vector.js';

/** Postgres in WebAssembly behind its wire protocol, and before it a door that can be slammed. */
const sockets = new Set<net.Socket>();
let db: PGlite;
let server: PGLiteSocketServer;
let door: net.Server;
let connection = '';
/** Called with what clients send. */
let onSent: (data: Buffer) => void = () => {};
let slams = 0;
/** Whether whoever knocks is sent away. */
let shut = false;

beforeAll(async () => {
  db = await PGlite.create({ extensions: { vector: extension } });
  server = new PGLiteSocketServer({ db, port: 0, maxConnections: 50 });
  await server.start();
  const inner = Number(server.getServerConn().split(':').at(-1));
  door = net.createServer((outside) => {
    if (shut) return void outside.destroy();
    const inside = net.connect(inner, '127.0.0.1');
    for (const socket of [outside, inside]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        outside.destroy();
        inside.destroy();
      });
    }
    outside.on('data', (data) => onSent(data));
    outside.pipe(inside);
    inside.pipe(outside);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  connection = `postgres://postgres:postgres@127.0.0.1:${(door.address() as net.AddressInfo).port}/postgres`;
}, 60_000);

afterAll(async () => {
  slam();
  door.close();
  await server.stop();
  await db.close();
});

function slam(): void {
  slams++;
  for (const socket of sockets) socket.destroy();
}

const embedder = hashEmbedder(32);
retrieverContract('pgvector', (chunks) => pgvector(chunks, { embedder, connection }));
retrieverContract('pgvector, exact', (chunks) =>
  pgvector({ embedder, connection, index: 'exact' }).build(chunks),
);
retrieverContract('pgtext', (chunks) => pgtext(chunks, { connection }));
retrieverContract('both in one', (chunks) =>
  hybrid([pgvector({ embedder, connection }), pgtext({ connection })]).build(chunks),
);

const words = randomWords(5);
const sentence = (length: number) =>
  Array.from({ length }, () => `t${Math.floor(300 ** (randomInt(words, 1 << 20) / (1 << 20)))}`).join(' ');
const chunks: readonly Chunk[] = Array.from({ length: 300 }, (_, i) => {
  const text = sentence(10);
  return { id: `d${i}#0`, docId: `d${i}`, start: 0, end: text.length, text };
});
const queries = Array.from({ length: 20 }, () => sentence(4));

describe('pgvector', () => {
  it('finds what exact search finds: all of it without an index, nearly all with one', async () => {
    const here = await vector(chunks, { embedder });
    const exact = await pgvector(chunks, { embedder, connection, index: 'exact' });
    const graph = await pgvector(chunks, { embedder, connection });
    expect((await annRecall(exact, here, queries, 10)).mean).toBeGreaterThan(0.99);
    expect((await annRecall(graph, exact, queries, 10)).mean).toBeGreaterThan(0.95);
    const scores = (await exact.search(queries[0]!, 5)).map((hit) => hit.score);
    const wanted = (await here.search(queries[0]!, 5)).map((hit) => hit.score);
    for (const [i, score] of scores.entries()) expect(score).toBeCloseTo(wanted[i]!, 5);
    const { rows } = await db.query<{ indexdef: string }>(
      "SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%hnsw%' AND indexdef LIKE '%m=''16''%'",
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it('finds a chunk by the nearest of what is indexed for it, once', async () => {
    const several = chunks.slice(0, 20).map((chunk) => ({ ...chunk, indexed: [chunk.text, sentence(3)] }));
    const { search } = await pgvector(several, { embedder, connection });
    const hits = await search(several[3]!.text, 20);
    expect(new Set(hits.map((hit) => hit.chunkId)).size).toBe(20);
    expect(hits[0]!.score).toBeCloseTo(1, 5);
  });

  it('embeds and sends nothing again where its table is complete', async () => {
    let embedded = 0;
    const counting: Embedder = {
      ...embedder,
      embed: (texts, role) => {
        if (role === 'document') embedded += texts.length;
        return embedder.embed(texts, role);
      },
    };
    const some = chunks.slice(0, 70);
    const first = await pgvector(some, { embedder: counting, connection, batch: 20 });
    const second = await pgvector(some, { embedder: counting, connection, batch: 20 });
    expect(embedded).toBe(70);
    expect(await second.search(queries[0]!, 5)).toEqual(await first.search(queries[0]!, 5));
  });

  it('goes on where a build was broken off', async () => {
    let calls = 0;
    const failing: Embedder = {
      ...embedder,
      embed: async (texts, role) => {
        if (++calls === 3) throw new Error('out of money');
        return embedder.embed(texts, role);
      },
    };
    const some = chunks.slice(100, 200);
    await expect(pgvector(some, { embedder: failing, connection, batch: 30 })).rejects.toThrow(
      'out of money',
    );
    const told: number[] = [];
    await pgvector(some, { embedder: failing, connection, batch: 30, onProgress: (done) => told.push(done) });
    expect(told).toEqual([90, 100]);
  });

  it('survives connections that break: idle, in a search, and while the table is filled', async () => {
    const { search } = await pgvector(chunks, { embedder, connection });
    const wanted = await search(queries[1]!, 5);
    slam();
    expect(await search(queries[1]!, 5)).toEqual(wanted);
    const slamOnce = (marker: string) => {
      onSent = (data) => {
        if (!data.includes(marker)) return;
        onSent = () => {};
        slam();
      };
    };
    slamOnce('ORDER BY embedding');
    expect(await search(queries[1]!, 5)).toEqual(wanted);
    slamOnce('INSERT INTO');
    const filled = await pgvector(chunks.slice(0, 90), { embedder, connection, batch: 40 });
    expect((await filled.search(queries[1]!, 90)).length).toBe(90);
    expect(slams).toBe(3);
  });

  it('finds the very chunks that exact search finds here, for each query of a real set', async () => {
    const { docs, cases } = await openDataset('node-http');
    const set = headings(docs);
    const hashed = hashing();
    const here = await vector(set, { embedder: hashed });
    const there = await pgvector(set, { embedder: hashed, connection, index: 'exact' });
    for (const { query } of cases) {
      const [wanted, found] = [await here.search(query, 11), await there.search(query, 10)];
      found.forEach((hit, i) => {
        expect(hit.score).toBeCloseTo(wanted[i]!.score, 6);
        // Scores that single precision cannot tell apart may stand in either order.
        const apart = (a: number, b: number) => Math.abs((wanted[a]?.score ?? 2) - wanted[b]!.score) > 1e-6;
        if (apart(i - 1, i) && apart(i, i + 1)) expect(hit.chunkId).toBe(wanted[i]!.chunkId);
      });
    }
  }, 60_000);

  it('that is gone in mid-run gives errors, and a run that can be made whole', async () => {
    const asked = queries.slice(0, 7).map((query, i) => caseOf(`c-${i}`, [`d${i}`], 'semantic', query));
    const store = openStore(path.join(temporaryFolder(), 'lab.sqlite'));
    const retriever = await pgvector(chunks, { embedder, connection });
    const undisturbed = await evaluate(retriever, asked);
    const onProgress = (done: number) => {
      shut = done >= 3 && done < 5;
      if (done === 3) slam();
    };
    const run = await evaluate(retriever, asked, { store, onProgress });
    expect(run.results.map((one) => one.status)).toEqual(['ok', 'ok', 'ok', 'error', 'error', 'ok', 'ok']);
    expect(run.results[3]).toMatchObject({ metrics: { 'recall@5': null }, hits: [] });
    expect(run.results[3]!.message).toMatch(
      /^pgvector: Postgres answered ".+", wanted its rows; look at the server, its rights and its extension vector$/,
    );
    const again: number[] = [];
    const whole = await evaluate(retriever, asked, {
      store,
      resume: run.id,
      retryFailed: true,
      onProgress: (done) => again.push(done),
    });
    expect(again).toEqual([6, 7]);
    expect(whole.results.map(({ metrics, ranks }) => [metrics, ranks])).toEqual(
      undisturbed.results.map(({ metrics, ranks }) => [metrics, ranks]),
    );
    expect(store.run(run.id)).toEqual(whole);
  }, 60_000);

  it('says what the server says, and does not record its address', async () => {
    const spec = pgvector({ embedder, connection });
    expect(spec.name).toBe('pgvector hnsw hash');
    expect(JSON.stringify(spec.config)).not.toContain('127.0.0.1');
    await expect(pgtext(chunks, { connection, language: 'klingon' })).rejects.toThrow(
      'pgtext: Postgres answered "text search configuration "klingon" does not exist", wanted its rows; look at the server, its rights and its extension vector',
    );
    expect(() => pgvector({ embedder: hashEmbedder(3000), connection })).toThrow(
      'pgvector: the embedder "hash" has 3000 dimensions, wanted at most 2000 in an index; use index: "exact", or fewer dimensions',
    );
    await expect(pgtext(chunks, { connection, table: 'x; DROP' })).rejects.toThrow(
      'pgtext: table is "x; DROP", wanted at most 32 of a to z, 0 to 9 and _; correct it',
    );
  });
});

describe('pgtext', () => {
  it('finds texts with any word of a question, stemmed, the best first', async () => {
    const texts = ['the keys rotate daily', 'rotating a key by hand', 'nothing of it'];
    const three = texts.map(
      (text, i): Chunk => ({ id: `${i}#0`, docId: `${i}`, start: 0, end: text.length, text }),
    );
    const { search } = await pgtext(three, { connection });
    expect((await search('How do I rotate keys & locks?', 5)).map((hit) => hit.docId).sort()).toEqual([
      '0',
      '1',
    ]);
    expect(await search("it's | of & !", 5)).toEqual([]);
  });
});
