import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { overHttp } from './api.ts';
import { App } from './app.tsx';
import { preloadOnIntent } from './intent.ts';
import { createQueryClient } from './queries.ts';
import { loadComponent, matchPage } from './routes.tsx';
import type { Site } from './site/site.tsx';
import './ui/styles.css';

interface PageState {
  site: Site;
  queries: DehydratedState;
}

const root = document.getElementById('root');
const stateElement = document.getElementById('state');
if (!root || !stateElement) throw new Error('the page has nothing to hydrate');

const { site, queries } = JSON.parse(stateElement.textContent) as PageState;
const client = createQueryClient(overHttp);
hydrate(client, queries);
await loadComponent(matchPage(window.location.pathname).page);
hydrateRoot(
  root,
  <StrictMode>
    <App site={site} client={client} />
  </StrictMode>,
);
preloadOnIntent(client);
