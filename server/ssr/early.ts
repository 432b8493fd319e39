import { hashSource } from '#platform/http/content-policy.ts';

/**
 * Runs in the browser before any other script. It records what a visitor types and presses before
 * React hydrates the page, and replays it afterwards. Otherwise the browser would submit a form
 * itself, to no handler, and lose the text. A form with its own action works at once and is left
 * alone.
 * The document contains the function's source, so it can use nothing from outside.
 */
function keepEarlyInput(): void {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const typed = new Map<Field, string | boolean>();
  let pressed: HTMLButtonElement | undefined;

  // The mark that React leaves on hydrated elements.
  const isTaken = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const isToggle = (field: Field): field is HTMLInputElement =>
    field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);

  const onInput = ({ target }: Event) => {
    const field = target as Field;
    if (!isTaken(field)) typed.set(field, isToggle(field) ? field.checked : field.value);
  };
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || isTaken(button) || button.form?.hasAttribute('action')) return;
    if (button.form) event.preventDefault();
    pressed = button;
  };

  const retype = (field: Field, value: string | boolean) => {
    if (isToggle(field)) {
      field.checked = !value;
      field.click();
      return;
    }
    if (field.type !== 'file') {
      // React ignores a value that it has already seen set.
      field.value = '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(
        field,
        value,
      );
    }
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };

  document.addEventListener('input', onInput, true);
  document.addEventListener('click', onClick, true);
  document.addEventListener('hydrated', () => {
    for (const [field, value] of typed) {
      if (!isTaken(field)) continue;
      typed.delete(field);
      retype(field, value);
    }
    if (!pressed || !isTaken(pressed)) return;
    const button = pressed;
    pressed = undefined;
    button.click();
  });
}

/**
 * Prints the poster that a document brings along in a template, until React prints its own. The
 * document contains this function's source, too.
 */
function printEarlyPoster(): void {
  let printed: Element | null = null;
  window.addEventListener('beforeprint', () => {
    const kept = document.getElementById('poster');
    if (!(kept instanceof HTMLTemplateElement) || kept.dataset['path'] !== location.pathname)
      return;
    printed?.remove();
    document.body.append(document.importNode(kept.content, true));
    printed = document.body.lastElementChild;
    const text = printed?.querySelector<HTMLElement>('[data-lines]');
    text?.style.setProperty('--lines', text.dataset['lines'] ?? '');
  });
  window.addEventListener('afterprint', () => printed?.remove());
}

/**
 * Keeps the browser's offer to install the site for a card that asks at a better moment. The
 * document contains this function's source, too.
 */
function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault();
    Object.assign(window, { installOffer: offer });
  });
  window.addEventListener('appinstalled', () => Object.assign(window, { installOffer: undefined }));
}

/** Zod tries `new Function` before it checks anything, which the content policy reports. */
const zodConfig = '__zod_globalConfig={jitless:true}';

const earlySource = [
  zodConfig,
  ...[keepEarlyInput, printEarlyPoster, keepInstallOffer].map(
    (run) => `(${run.toString().replace(/\n\s+/g, '\n')})()`,
  ),
].join(';');

export const earlyScript = `<script>${earlySource}</script>`;

/** The script's hash for the content security policy. */
export const earlyScriptHash = hashSource(earlySource);
