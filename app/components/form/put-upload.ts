/**
 * An upload by PUT, which needs script: a call returns the address, the browser puts the file there, and the call takes
 * it over.
 */

interface PutUpload {
  /** The path of the call. Its GET returns the address, and its POST takes over what was uploaded (doc2 §7). */
  call: string;
  /** The parameters that tell the call what the upload is for, for both requests. */
  about: Record<string, string>;
  /** The field of the GET's answer with the address for the PUT. */
  addressField: string;
  file: File;
  /** The type for which the address is signed. The browser's own type of the file may differ. */
  contentType: string;
  /** Called with the percentage of the file that was sent. */
  onProgress: (percent: number) => void;
}

export type PutOutcome =
  | { ok: true }
  /** The portal's message; `interrupted` if the upload failed or there was no answer. */
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

/**
 * Requests a call of the portal.
 * @param body the body of a POST; without it, the request is a GET
 */
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

/**
 * @returns the status of the answer; 0 if there was none. Not done with `fetch`, which does not report the progress of
 * an upload.
 */
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
