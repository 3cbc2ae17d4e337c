interface HeadScriptSettings {
  /** The name of the cookie with the person's time zone. */
  zoneCookie: string;
  /** After this many milliseconds, scripts that have not loaded count as failed. */
  scripts: { timeout: number };
}

const noticeId = 'scripts-failed';

/**
 * Runs before the page is drawn. It marks the document for CSS as running script. If the scripts do not load, it
 * switches to the page without script and offers to reload (D84). It sets the time zone cookie (D83) once the page has
 * loaded: a phone needs 50 ms to find out its time zone.
 */
export function headScript({ zoneCookie, scripts }: HeadScriptSettings): string {
  return `(d=>{const e=d.documentElement;e.dataset.script='on';const f=()=>{if(e.dataset.script!=='on')return;delete e.dataset.script;const n=d.getElementById('${noticeId}');if(n){n.hidden=false;n.lastElementChild.onclick=()=>location.reload()}};setTimeout(f,${scripts.timeout});addEventListener('error',x=>{if(x.target instanceof HTMLScriptElement)f()},true);addEventListener('load',()=>{try{d.cookie='${zoneCookie}='+encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)+';path=/;max-age=31536000;samesite=lax'+(location.protocol==='https:'?';secure':'')}catch{}})})(document)`;
}

/** Marks the document as hydrated. For an effect of the outermost component, which runs after those of all others. */
export function markAsHydrated(): void {
  document.documentElement.dataset.script = 'ready';
}

/** Hidden unless the scripts fail to load; the page also works without them. */
export function ScriptsFailed({ text }: { text: string }) {
  return (
    <p className="scripts-failed" id={noticeId} role="status" hidden suppressHydrationWarning>
      <span>{text}. The page still works, with fewer features.</span>{' '}
      <button type="button" className="linkbtn">
        Reload
      </button>
    </p>
  );
}
