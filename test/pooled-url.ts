/** The same database by way of a pooler on this machine. */
export function pooledUrl(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.port = String(port);
  return url.href;
}
