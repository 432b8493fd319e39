import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#web/ui/styles.css';
import StyleguidePage from '#web/ui/styleguide-page.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the style guide');

createRoot(root).render(
  <StrictMode>
    <main className="mx-auto w-full max-w-page grow px-4 pb-16 sm:px-6">
      <StyleguidePage />
    </main>
    <Toaster />
  </StrictMode>,
);
