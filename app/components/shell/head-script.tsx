interface HeadScriptSettings {
  /** The cookie that holds the person's time zone. */
  zoneCookie: string;
  /** Scripts that have not come by then are given up, in milliseconds. */
  scripts: { timeout: number };
}

const noticeId = 'scripts-failed';

/**
 * Runs before the page is drawn: tells CSS that script runs, tells the server the person's time zone (D83), and falls
 * back to the page without script, with an offer to load it again, where the scripts do not come (D84).
 */
export function headScript({ zoneCookie, scripts }: HeadScriptSettings): string {
  return `(d=>{const e=d.documentElement;e.dataset.script='on';const f=()=>{if(e.dataset.script!=='on')return;delete e.dataset.script;const n=d.getElementById('${noticeId}');if(n){n.hidden=false;n.lastElementChild.onclick=()=>location.reload()}};setTimeout(f,${scripts.timeout});addEventListener('error',x=>{if(x.target instanceof HTMLScriptElement)f()},true);try{d.cookie='${zoneCookie}='+encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)+';path=/;max-age=31536000;samesite=lax'+(location.protocol==='https:'?';secure':'')}catch{}})(document)`;
}

/** Hidden until the scripts fail; the page goes on without them. */
export function ScriptsFailed({ text }: { text: string }) {
  return (
    <p className="scripts-failed" id={noticeId} role="status" hidden suppressHydrationWarning>
      <span>{text}. The page works without it, with less comfort.</span>{' '}
      <button type="button" className="linkbtn">
        Load it again
      </button>
    </p>
  );
}
