/** What a file from an unknown source begins like. The name and the type that the browser sends are never asked. */

/** In bytes, how far from the start of a file the marker of a PDF may be, and the first element of an SVG. */
const within = { pdf: 1024, svg: 1000 } as const;

const startsWith = (file: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => file[at] === byte);

const headOf = (file: Buffer, bytes: number) => file.subarray(0, bytes).toString('latin1');

export const isPng = (file: Buffer) => startsWith(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const isJpeg = (file: Buffer) => startsWith(file, [0xff, 0xd8, 0xff]);
export const isZip = (file: Buffer) => startsWith(file, [0x50, 0x4b, 0x03, 0x04]);
export const isWebp = (file: Buffer) => /^RIFF.{4}WEBP/s.test(headOf(file, 12));
export const isVector = (file: Buffer) =>
  /^(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|!--|svg)/.test(headOf(file, within.svg));
/** The HEIF brands for pictures in HEVC, which phones write. */
export const isHeic = (file: Buffer) => /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s.test(headOf(file, 12));
export const isPdf = (file: Buffer) => headOf(file, within.pdf).includes('%PDF-');

/** How many bytes from the start of a file tell its format. */
export const FORMAT_HEAD = Math.max(within.pdf, within.svg);
