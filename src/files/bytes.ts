import fs from 'node:fs/promises';
import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';

/** Takes the next bytes of a file. They are only lent: the next call writes over them. */
export type TakeBytes = (bytes: Uint8Array) => void;

const CHUNK = 1 << 20;

/**
 * Hands a file over in pieces, plain or gzip (told by its first bytes, not its name). A byte-order mark is left out. Throws a LabError for a file
 * that is not there, is cut short, or is no UTF-8 text by its first bytes.
 */
export async function readBytes(file: string, take: TakeBytes): Promise<void> {
  const where = shownPath(file);
  const handle = await opened(file, where);
  try {
    const buffer = new Uint8Array(CHUNK);
    const first = await fill(handle, buffer, where);
    refusePacked(first, where);
    const text = new WithoutMark(where, take);
    if (startsWith(first, GZIP)) await unzip(handle, first, where, (bytes) => text.add(bytes));
    else for (let piece = first; piece.length > 0; piece = await fill(handle, buffer, where)) text.add(piece);
    text.end();
  } finally {
    await handle.close();
  }
}

/** What is read is read again, by another way or from its start, and a pipe would then go on where it was left. */
async function opened(file: string, where: string): Promise<fs.FileHandle> {
  let handle: fs.FileHandle;
  try {
    handle = await fs.open(file);
  } catch (thrown) {
    throw cannotOpen(where, thrown);
  }
  const stat = await handle.stat();
  if (stat.isFile()) return handle;
  await handle.close();
  throw new LabError(
    stat.isDirectory()
      ? `${where}: is a folder, wanted a file; name the file in it`
      : `${where}: is a pipe or a device, wanted a file, since it is read more than once; write it to a file first`,
  );
}

function cannotOpen(where: string, thrown: unknown): LabError {
  const code = (thrown as NodeJS.ErrnoException).code;
  return code === 'ENOENT'
    ? new LabError(`${where}: no such file, wanted one that can be read; check the path`)
    : new LabError(`${where}: cannot be read (${messageOf(thrown)}), wanted a file; check the path`);
}

async function fill(handle: fs.FileHandle, buffer: Uint8Array, where: string): Promise<Uint8Array> {
  try {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    return buffer.subarray(0, bytesRead);
  } catch (thrown) {
    throw cannotOpen(where, thrown);
  }
}

const GZIP = [0x1f, 0x8b];

const PACKED: Readonly<Record<string, readonly number[]>> = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  bzip2: [0x42, 0x5a, 0x68, -1, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
  xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
};

function refusePacked(first: Uint8Array, where: string): void {
  for (const [name, magic] of Object.entries(PACKED))
    if (startsWith(first, magic))
      throw new LabError(`${where}: is packed with ${name}, wanted plain text or gzip; unpack it`);
}

/** -1 stands for any byte. */
function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte || (byte === -1 && i < bytes.length));
}

/** Hundreds of small pieces cost more than their bytes, so the zipped side is read, and the plain side written, in large ones. */
async function unzip(
  handle: fs.FileHandle,
  first: Uint8Array,
  where: string,
  take: TakeBytes,
): Promise<void> {
  const { createGunzip } = await import('node:zlib');
  const gunzip = createGunzip({ chunkSize: CHUNK / 4 });
  const feed = async () => {
    const buffer = new Uint8Array(CHUNK / 4);
    const write = (bytes: Uint8Array) =>
      new Promise<void>((resolve, reject) =>
        gunzip.write(bytes, (fault) => (fault ? reject(fault) : resolve())),
      );
    await write(first);
    for (
      let piece = await fill(handle, buffer, where);
      piece.length > 0;
      piece = await fill(handle, buffer, where)
    )
      await write(piece);
    gunzip.end();
  };
  const feeding = feed().catch((thrown: unknown) => void gunzip.destroy(thrown as Error));
  const pieces = gunzip[Symbol.asyncIterator]();
  try {
    for (let next = await nextOf(pieces, where); !next.done; next = await nextOf(pieces, where))
      take(next.value as Uint8Array);
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

/** What the unpacking throws is a fault of the file; what the taker throws is its own affair. */
async function nextOf(pieces: AsyncIterator<unknown>, where: string): Promise<IteratorResult<unknown>> {
  try {
    return await pieces.next();
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw new LabError(
      `${where}: is gzip but cannot be unpacked to its end (${messageOf(thrown)}), wanted a whole file; fetch or pack it again`,
    );
  }
}

/** The bytes after a byte-order mark, however they are cut; UTF-16 is refused, since every letter of it would be read for two. */
class WithoutMark {
  private head: Uint8Array | null = new Uint8Array(0);
  private readonly where: string;
  private readonly take: TakeBytes;

  constructor(where: string, take: TakeBytes) {
    this.where = where;
    this.take = take;
  }

  add(bytes: Uint8Array): void {
    if (this.head === null) this.take(bytes);
    else {
      this.head = Buffer.concat([this.head, bytes]);
      if (this.head.length >= 3) this.end();
    }
  }

  end(): void {
    const bytes = this.head;
    this.head = null;
    if (bytes === null || bytes.length === 0) return;
    if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]))
      throw new LabError(`${this.where}: is UTF-16, wanted UTF-8; save it as UTF-8`);
    this.take(startsWith(bytes, [0xef, 0xbb, 0xbf]) ? bytes.subarray(3) : bytes);
  }
}
