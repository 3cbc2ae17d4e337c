import { createContext, useContext } from 'react';

/** The style sheets as text, which a page contains at a first visit. Null in the browser, which keeps what it was sent. */
export const StylesContext = createContext<string | null>(null);

interface StyleSheetsProps {
  nonce: string | undefined;
  addresses: readonly string[];
}

/**
 * The page's style sheets. Where the page contains them, their files are loaded without being waited for, so that the
 * browser has them for the next page.
 */
export function StyleSheets({ nonce, addresses }: StyleSheetsProps) {
  const text = useContext(StylesContext);
  return (
    <>
      <style
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our style sheet; React would escape its quotes
        dangerouslySetInnerHTML={{ __html: text ?? '' }}
      />
      {addresses.map((address) => (
        <link
          key={address}
          rel="stylesheet"
          href={address}
          media={text === null ? undefined : 'not all'}
          suppressHydrationWarning
        />
      ))}
    </>
  );
}
