import { z } from 'zod';

/** What is stored about adverse actions as JSON. */

/** A result of the report that the company names. */
export const namedResult = z.object({ search: z.string(), text: z.string() });
export type NamedResult = z.output<typeof namedResult>;

export const adverseDetails = z.object({
  /** The legal name of the person. */
  person: z.string(),
  /** What the company may decide, after 'may decide not to'. */
  decision: z.string(),
  /** Empty if the company saw the score alone. */
  results: z.array(namedResult),
  /** Empty if the company wrote none. */
  assessment: z.string(),
});
export type AdverseDetails = z.output<typeof adverseDetails>;

export const noticeSection = z.object({
  /** Empty for the first one. */
  title: z.string(),
  paragraphs: z.array(z.string()),
  items: z.array(z.string()),
});
export type NoticeSection = z.output<typeof noticeSection>;

/** A notice as the person reads it on the page and in the PDF. */
export const notice = z.object({
  title: z.string(),
  from: z.string(),
  to: z.string(),
  sections: z.array(noticeSection),
});
export type Notice = z.output<typeof notice>;

export const evidenceDetail = z.object({
  /** The name of whoever did it; empty if it happened automatically. */
  who: z.string(),
  /** More about it, such as a day, an address or a hash. */
  note: z.string(),
});
export type EvidenceDetail = z.output<typeof evidenceDetail>;
