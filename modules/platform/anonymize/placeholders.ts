import { crc32, deflateSync } from 'node:zlib';

/** Files that stand for those of people, which a copy without personal data does not have. */

function png(width: number, height: number): Buffer {
  // A gray frame of 3 pixels around white; each line begins with the byte of its filter.
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (__, x) =>
        Math.min(x, y, width - 1 - x, height - 1 - y) < 3 ? 160 : 255,
      ),
    ]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of gray.
  head.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(Buffer.concat(lines))),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

function pngPart(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function pdf(text: string): Buffer {
  const drawn = `BT /F1 16 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places: string[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(`${String(file.length).padStart(10, '0')} 00000 n \n`);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}

/** A document of one page. */
export const placeholderPdf: Buffer = pdf('Placeholder: this copy has no files of people.');
/** A picture of an ID. */
export const placeholderPicture: Buffer = png(320, 200);
/** A drawn signature, in the size in which they are stored. */
export const placeholderSignature: Buffer = png(762, 200);
