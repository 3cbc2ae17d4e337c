/** An upload by PUT with script: a call says where to, the browser puts the file there, and the call hands it in. */

interface PutUpload {
  /** Path of the call: its GET answers the address, its POST takes what was put there (doc2 §7). */
  call: string;
  /** What the call is about, for both. */
  about: Record<string, string>;
  /** Of the answer of the GET: the address of the PUT. */
  addressField: string;
  file: File;
  /** For which the address is signed; a browser may think otherwise of the file. */
  contentType: string;
  /** Percent of the file that is on its way. */
  onProgress: (percent: number) => void;
}

export type PutOutcome =
  | { ok: true }
  /** What the portal said; `interrupted` where the file did not get there, or nobody answered. */
  | { ok: false; code: string; message: string };

const interrupted = { ok: false, code: 'interrupted', message: '' } as const;

export async function uploadByPut(upload: PutUpload): Promise<PutOutcome> {
  const { call, about, addressField, file, contentType, onProgress } = upload;
  const query = new URLSearchParams({ ...about, bytes: String(file.size) });
  const asked = await ask(`${call}?${query}`);
  if (!asked.ok) return asked;
  const status = await put(String(asked.answer[addressField]), file, contentType, onProgress);
  if (status !== 200) return interrupted;
  const handedIn = await ask(call, { ...about, uploadstatus: status });
  return handedIn.ok ? { ok: true } : handedIn;
}

type Asked = { ok: true; answer: Record<string, unknown> } | Exclude<PutOutcome, { ok: true }>;

/** A call of the portal. @param body of a POST; without it a GET */
async function ask(address: string, body?: object): Promise<Asked> {
  try {
    const response = await fetch(
      address,
      body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.ok) return { ok: true, answer };
    const { error_code: code, error_message: message } = answer;
    return { ok: false, code: String(code), message: String(message) };
  } catch {
    return interrupted;
  }
}

/** @returns the status of the answer; 0 where there was none. `fetch` does not tell how far a request got. */
function put(address: string, file: File, contentType: string, onProgress: (percent: number) => void) {
  return new Promise<number>((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    request.onloadend = () => resolve(request.status);
    request.open('PUT', address);
    request.setRequestHeader('Content-Type', contentType);
    request.send(file);
  });
}
