import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { createContext, Fragment, useContext } from 'react';

/**
 * The style sheets that the page contains as text, by their addresses. In the browser they are read from the page, so
 * that an error or new terms, which replace the whole page, keep them.
 */
export const StyleSheetsContext = createContext<ReadonlyMap<string, string>>(sheetsOfPage());

function sheetsOfPage(): ReadonlyMap<string, string> {
  if (typeof document === 'undefined') return new Map();
  const contained = document.querySelectorAll<HTMLStyleElement>('style[data-href]');
  return new Map([...contained].map(({ dataset, textContent }) => [dataset.href ?? '', textContent ?? '']));
}

interface StyleSheetsProps {
  nonce: string | undefined;
  addresses: readonly string[];
}

/**
 * The page's font and style sheets. The file of a style sheet that the page contains is loaded without being waited for,
 * so that the browser has it for the next page.
 */
export function StyleSheets({ nonce, addresses }: StyleSheetsProps) {
  const contained = useContext(StyleSheetsContext);
  const sheets = addresses.map((address) => {
    const text = contained.get(address);
    if (text === undefined) return <link key={address} rel="stylesheet" href={address} />;
    return (
      <Fragment key={address}>
        <style
          nonce={nonce}
          data-href={address}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our style sheet; React would escape its quotes
          dangerouslySetInnerHTML={{ __html: text }}
        />
        <link rel="stylesheet" href={address} media="not all" />
      </Fragment>
    );
  });
  return (
    <>
      {contained.size === 0 ? <Font /> : null}
      {sheets}
    </>
  );
}

/**
 * Has the browser load the font before it has read the style sheet: it is drawn at once if the browser has it already.
 * At a first visit, whose page contains its style sheets, the text would wait behind the font on a slow line.
 */
function Font() {
  return <link rel="preload" href={latin} as="font" type="font/woff2" crossOrigin="anonymous" />;
}
