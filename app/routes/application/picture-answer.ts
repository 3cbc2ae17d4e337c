/** A picture about a person, which browsers must not store. */
export function pictureAnswer(
  { image }: { image: Uint8Array<ArrayBuffer> },
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Response {
  return new Response(image, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': 'inline',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
