import { useEffect } from 'react';

/**
 * Applies a style sheet while the component is on the page. Unlike a `<style>` element, the
 * content policy leaves it alone.
 */
export function useAdoptedStyle(rules: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [rules]);
}

/** Takes the place of react-style-singleton, which writes a `<style>` element for open dialogs. */
export const styleSingleton = () =>
  function Sheet({ styles }: { styles: string }): null {
    useAdoptedStyle(styles);
    return null;
  };
