export function receiptFile({
  receipt_body,
  filename,
}: {
  receipt_body: string;
  filename: string;
}): Response {
  return new Response(Buffer.from(receipt_body, 'base64'), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Cache-Control': 'no-store',
    },
  });
}
