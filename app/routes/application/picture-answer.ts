/** A picture about a person, which browsers must not store. */
export function pictureAnswer({ image }: { image: Uint8Array<ArrayBuffer> }): Response {
  return new Response(image, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Disposition': 'inline',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
