import { sheetName, stylesCookie, zoneCookie } from '../../script-cookies.ts';

interface HeadScriptSettings {
  /** What the names of cookies begin with. */
  cookiePrefix: string;
  /** After this many milliseconds, scripts that have not loaded count as failed. */
  scripts: { timeout: number };
}

const noticeId = 'scripts-failed';

/**
 * Runs before the page is drawn. It marks the document for CSS as running script. If the scripts do not load, it
 * switches to the page without script and offers to reload (D84). Once the page has loaded, it sets the cookies with the
 * time zone (D83), which takes a phone 50 ms to find out, and with the style sheet that the browser now has.
 * @param styles the address of the page's own style sheet
 */
export function headScript({ cookiePrefix, scripts }: HeadScriptSettings, styles: string): string {
  return `(d=>{const e=d.documentElement;e.dataset.script='on';const f=()=>{if(e.dataset.script!=='on')return;delete e.dataset.script;const n=d.getElementById('${noticeId}');if(n){n.hidden=false;n.lastElementChild.onclick=()=>location.reload()}};setTimeout(f,${scripts.timeout});addEventListener('error',x=>{if(x.target instanceof HTMLScriptElement)f()},true);addEventListener('load',()=>{const c=(k,v)=>{d.cookie='${cookiePrefix}'+k+'='+v+';path=/;max-age=31536000;samesite=lax'+(location.protocol==='https:'?';secure':'')};c('${stylesCookie}','${sheetName(styles)}');try{c('${zoneCookie}',encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone))}catch{}})})(document)`;
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
