import { afterAll } from 'vitest';
import { partsLoaded } from '#web/platform/router/lazy-part.tsx';

/** A page's test begins to load the page's parts, and the worker must not end before they have. */
afterAll(partsLoaded);
