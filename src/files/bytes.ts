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
  let handle: fs.FileHandle;
  try {
    handle = await fs.open(file);
  } catch (thrown) {
    throw cannotOpen(where, thrown);
  }
  try {
    const buffer = new Uint8Array(CHUNK);
    const first = await fill(handle, buffer, where);
    const gzip = first.length >= 2 && first[0] === 0x1f && first[1] === 0x8b;
    const textual = withoutMark(where, take);
    if (gzip) return await unzip(handle, first, where, textual);
    for (let piece = first; piece.length > 0; piece = await fill(handle, buffer, where)) textual(piece);
  } finally {
    await handle.close();
  }
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
  try {
    for await (const piece of gunzip) take(piece as Uint8Array);
    await feeding;
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw new LabError(
      `${where}: is gzip but cannot be unpacked to its end (${messageOf(thrown)}), wanted a whole file; fetch or pack it again`,
    );
  }
}

/** The bytes after a byte-order mark; UTF-16 is refused, since every letter of it would be read for two. */
function withoutMark(where: string, take: TakeBytes): TakeBytes {
  let seen = 0;
  return (bytes) => {
    if (seen++ > 0) return take(bytes);
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
      throw new LabError(`${where}: is UTF-16, wanted UTF-8; save it as UTF-8`);
    take(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes);
  };
}
