import sharp from 'sharp';
import { formatDate } from '#modules/platform/browser.ts';
import { nameOnLicense } from './outcomes.ts';
import type { Subject } from './subject.ts';
import { webm } from './webm.ts';

/** Generated pictures in place of photos: both sides of a license, and a face that turns its head. */

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const jpeg = (svg: string) => sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();

const size = { width: 856, height: 540 };
const card = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif">
<rect width="100%" height="100%" rx="28" fill="#e8edf5"/>${inside}</svg>`;

const line = (x: number, y: number, label: string, value: string) =>
  `<text x="${x}" y="${y}" font-size="18" fill="#5a6478">${label}</text>
<text x="${x}" y="${y + 32}" font-size="28" font-weight="600" fill="#1a2233">${escaped(value)}</text>`;

function shownName(subject: Subject): string {
  const { firstname, middlename, lastname } = nameOnLicense(subject);
  return `${lastname}, ${[firstname, middlename].filter(Boolean).join(' ')}`;
}

/** @param blurred whether the picture is too blurred to read */
export function front(subject: Subject, blurred: boolean): Promise<Buffer> {
  const svg = card(`<path d="M0 28a28 28 0 0 1 28-28h800a28 28 0 0 1 28 28v72H0z" fill="#274770"/>
<text x="40" y="64" font-size="40" font-weight="700" fill="#fff">Sandbox State</text>
<text x="816" y="64" font-size="26" text-anchor="end" fill="#fff">Driver License</text>
<rect x="40" y="136" width="232" height="300" rx="10" fill="#c9d3df"/>
<circle cx="156" cy="246" r="56" fill="#8da0b6"/><path d="M62 436c0-78 42-116 94-116s94 38 94 116z" fill="#8da0b6"/>
${line(312, 150, '4d DL', subject.documentNumber)}
${line(312, 226, '1 2', shownName(subject))}
${line(312, 302, '3 DOB', subject.dateofbirth ? formatDate(subject.dateofbirth) : 'not given')}
${line(580, 302, '4b EXP', formatDate(subject.expires))}
<text x="312" y="410" font-size="20" fill="#5a6478">Made by a sandbox. Not a document.</text>`);
  return blurred ? blur(svg) : jpeg(svg);
}

export function back(subject: Subject, blurred: boolean): Promise<Buffer> {
  const bars = Array.from({ length: 90 }, (_, at) => {
    const wide = 2 + ((at * 7 + subject.documentNumber.charCodeAt(at % subject.documentNumber.length)) % 5);
    return `<rect x="${60 + at * 8}" y="70" width="${wide}" height="150" fill="#1a2233"/>`;
  });
  const svg = card(`<rect x="40" y="50" width="776" height="190" fill="#fff"/>${bars.join('')}
<rect x="60" y="290" width="560" height="16" fill="#b9c6d8"/><rect x="60" y="340" width="640" height="16" fill="#b9c6d8"/>
<rect x="60" y="390" width="420" height="16" fill="#b9c6d8"/>`);
  return blurred ? blur(svg) : jpeg(svg);
}

const blur = (svg: string) => sharp(Buffer.from(svg)).blur(18).jpeg({ quality: 60 }).toBuffer();

/** Two seconds of a face that looks left and right. */
export async function selfieMotion(): Promise<Buffer> {
  const frames: Buffer[] = [];
  for (let at = 0; at < 8; at += 1) {
    const turn = Math.round(Math.sin((at / 8) * 2 * Math.PI) * 26);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="100%" height="100%" fill="#39424e"/>
<circle cx="160" cy="100" r="52" fill="#d9b89a"/><path d="M76 240c0-58 38-84 84-84s84 26 84 84z" fill="#6b7f99"/>
<circle cx="${142 + turn}" cy="94" r="6" fill="#222"/><circle cx="${178 + turn}" cy="94" r="6" fill="#222"/>
<path d="M${146 + turn} 122q14 10 28 0" stroke="#222" stroke-width="4" fill="none"/></svg>`;
    frames.push(await sharp(Buffer.from(svg)).webp({ quality: 60 }).toBuffer());
  }
  return webm(frames, { width: 320, height: 240, frameMilliseconds: 250 });
}
